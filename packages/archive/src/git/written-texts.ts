/** The lines of edits as texts, read back from the originals. */
import type { Edit } from '@hansard/core/git/line-author.ts';
import { writtenByCall, writtenInParts } from '@hansard/core/git/written-lines.ts';
import type { Archive } from '../archive.ts';

export async function writtenTexts(archive: Archive, edits: readonly Edit[]): Promise<Map<Edit, string[]>> {
  const numbers = [...new Set(edits.map(({ event }) => event))].sort((a, b) => a - b);
  const events = new Map((await archive.events.events(numbers)).map(({ number, event }) => [number, event]));
  const texts = new Map<Edit, string[]>();
  for (const edit of edits) {
    const event = events.get(edit.event);
    if (!event) continue;
    const files = [...writtenInParts(event), ...writtenByCall(event)];
    const own = files.filter(({ path }) => endsAlike(path, edit.path));
    texts.set(edit, [
      ...new Set((own.length > 0 ? own : files).flatMap(({ hunks }) => hunks.flatMap(({ lines }) => lines))),
    ]);
  }
  return texts;
}

const endsAlike = (path: string, inside: string): boolean => path.split(/[\\/]/).at(-1) === inside.split('/').at(-1);
