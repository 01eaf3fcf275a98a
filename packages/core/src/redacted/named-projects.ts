/**
 * The projects that somebody means who sees them redacted only. A name counts when it is a whole one that they already
 * know, or a part of what they are shown: parts of what is hidden from them would let it be guessed letter by letter.
 */
import type { StoreSessions } from '../store/sessions.ts';
import type { GatedTexts } from './gated-texts.ts';

export async function namedProjects(
  sessions: Pick<StoreSessions, 'projects'>,
  texts: GatedTexts,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const projects = await sessions.projects();
  const isNamed = (project: string) =>
    names.some((name) => hasWholeName(project, name) || hasPart(texts.folder(project) ?? '', name));
  return new Set(projects.filter((project) => texts.folder(project) !== undefined && isNamed(project)));
}

/** `api` and `work/api` are in `/home/jo/work/api`, `ap` and `rk/api` are not. */
export function hasWholeName(path: string, name: string): boolean {
  const wanted = plain(name).replaceAll(/^\/+|\/+$/g, '');
  return wanted !== '' && `/${plain(path)}/`.includes(`/${wanted}/`);
}

const hasPart = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase());
const plain = (path: string): string => path.replaceAll('\\', '/').replaceAll(/\/+/g, '/').toLowerCase();
