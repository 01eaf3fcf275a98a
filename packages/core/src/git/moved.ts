/**
 * Lines that an agent wrote into another file of the repository. They are the agent's where they were moved: when the other
 * file no longer has them. Where it still has them somebody copied them, or typed the same.
 */
import type { HashedLine } from './claims.ts';
import { claimLines } from './claims.ts';
import { doubtful, near } from './correlate.ts';
import type { CommitTime, Edit, LineAuthor } from './line-author.ts';
import type { LineHash } from './line-hash.ts';

/** Whether a file had a line in a commit; `loose`: with whatever white space. */
export type HadLine = (commit: string, path: string, hash: LineHash, loose?: boolean) => Promise<boolean>;

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
  for (const [index, claim] of claims) {
    const { position, exact, context } = near(claims, index, claim);
    const line = lines[index] as HashedLine;
    const { author, evidence } = authors[index] as LineAuthor;
    if (author === 'agent' || (line.weight !== 'common' && !isOpen(line, authors[index])) || evidence === 'changed')
      continue;
    const { edit } = position;
    if (context < 1 && line.weight !== 'strong') {
      // A short line with no other line of the edit near it is anybody's, and the same text may still be the session's.
      if (exact && line.weight === 'weak') authors[index] = doubtful(edit, 'elsewhere');
      continue;
    }
    const alone = !exact && context < 1;
    const copied = alone || (await hadLine(line.commit, edit.path, line.hash, !exact));
    if (copied && line.weight === 'common') continue;
    authors[index] = copied
      ? doubtful(edit, 'elsewhere')
      : { author: 'agent', tier: 'tool_emitted', confidence: 'medium', evidence: 'moved', edit };
  }
}
