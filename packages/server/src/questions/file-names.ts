/** Files as whoever asks may know them: where names go through the gate, as the events of a session that changed them say. */
import { Failure } from '@hansard/core';
import type { EditedFiles } from '@hansard/core/api/numbers.ts';
import type { EditedFile } from '@hansard/core/views/edited-files.ts';
import type { Content } from '../content/content.ts';

type NamedFile = EditedFiles['files'][number];

export async function namedFor(content: Content, files: readonly EditedFile[], most: number): Promise<NamedFile[]> {
  if (content.profile === null) return files.slice(0, most).map(({ session: _session, ...file }) => file);
  const named: NamedFile[] = [];
  for (const file of files) {
    if (named.length >= most) break;
    named.push(...(await throughGate(content, file)));
  }
  return named;
}

/** None where the profile does not cover the session. */
async function throughGate(content: Content, { session, path, project, ...counts }: EditedFile): Promise<NamedFile[]> {
  const folder = project === null ? null : content.folder(project);
  if (folder === undefined) return [];
  try {
    const names = await content.answer(session, { path });
    return [{ ...names, project: folder, ...counts }];
  } catch (error) {
    if (error instanceof Failure) return [];
    throw error;
  }
}
