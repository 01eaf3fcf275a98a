/**
 * Lines that an agent wrote into another file of the repository. They are the agent's where they were moved: when the other
 * file no longer has them. Where it still has them somebody copied them, or typed the same.
 */
import type { HashedLine } from './claims.ts';
import { claimLines } from './claims.ts';
import { doubtful } from './correlate.ts';
import type { CommitTime, Edit, LineAuthor } from './line-author.ts';
import { wholeHash } from './line-hash.ts';

/** Whether a file had a line in a commit. */
export type HadLine = (commit: string, path: string, hash: number) => Promise<boolean>;

/** Hashes of lines that nothing in the file's own edits stands behind. */
export function openHashes(lines: readonly HashedLine[], authors: readonly LineAuthor[]): Set<number> {
  return new Set(lines.flatMap((line, index) => (isOpen(line, authors[index]) ? [line.hash.loose] : [])));
}

const isOpen = ({ weight }: HashedLine, author: LineAuthor | undefined): boolean =>
  weight !== 'common' && author?.author === 'human' && author.evidence !== 'noted';

/** `elsewhere`: the edits of other files that have such lines. */
export async function markMoved(
  lines: readonly HashedLine[],
  commits: ReadonlyMap<string, CommitTime>,
  authors: LineAuthor[],
  elsewhere: readonly Edit[],
  hadLine: HadLine,
): Promise<void> {
  const claims = claimLines(lines, commits, elsewhere);
  for (const [index, { position, exact, context }] of claims) {
    const line = lines[index] as HashedLine;
    const { author, evidence } = authors[index] as LineAuthor;
    if (author === 'agent' || (line.weight !== 'common' && !isOpen(line, authors[index])) || evidence === 'changed')
      continue;
    if (context < 1 && line.weight !== 'strong') continue;
    const { edit } = position;
    // A line of an edit with no other line near it is anybody's.
    const copied = !exact || (await hadLine(line.commit, edit.path, wholeHash(line.hash)));
    if (copied && line.weight === 'common') continue;
    authors[index] = copied
      ? doubtful(edit, 'elsewhere')
      : { author: 'agent', tier: 'tool_emitted', confidence: 'medium', evidence: 'moved', edit };
  }
}
