/**
 * Lines of a file of this name that a session wrote in a folder that is gone: nobody can tell whether that folder was this
 * repository, so such lines are uncertain, neither a person's for sure nor the agent's.
 */
import type { HashedLine } from './claims.ts';
import { doubtful } from './correlate.ts';
import { type CommitTime, type Edit, isBefore, type LineAuthor } from './line-author.ts';
import { wholeHash } from './line-hash.ts';

export function markUnplaced(
  lines: readonly HashedLine[],
  commits: ReadonlyMap<string, CommitTime>,
  authors: LineAuthor[],
  edits: readonly Edit[],
): void {
  for (const session of new Set(edits.map((edit) => edit.session))) {
    const written = writtenIn(edits.filter((edit) => edit.session === session));
    const found = lines.flatMap((line, index) => {
      const edit = authors[index]?.author === 'human' ? written.get(wholeHash(line.hash)) : undefined;
      return edit && isBefore(edit, commits.get(line.commit)) ? [{ index, edit, weight: line.weight }] : [];
    });
    // Everyday lines are in every file: they say nothing of where the session worked.
    if (!found.some(({ weight }) => weight === 'strong')) continue;
    for (const { index, edit } of found) authors[index] = doubtful(edit, 'unplaced');
  }
}

/** Lines with the first edit that wrote each. */
function writtenIn(edits: readonly Edit[]): Map<number, Edit> {
  const written = new Map<number, Edit>();
  for (const edit of edits.toSorted((a, b) => (b.time ?? 0) - (a.time ?? 0))) {
    for (const { lines } of edit.hunks) for (const hash of lines) written.set(wholeHash(hash), edit);
  }
  return written;
}
