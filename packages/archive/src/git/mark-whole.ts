/**
 * The strongest sign there is: what a commit made of a file is, line for line, what a session had made of it. Then all that
 * the commit added there is the session's, everyday lines too, which decide nothing by themselves.
 */
import type { HashedLine } from '@hansard/core/git/claims.ts';
import { weightOf } from '@hansard/core/git/common-lines.ts';
import { type Edit, isBefore, type LineAuthor, sameLine } from '@hansard/core/git/line-author.ts';
import { hashLine, type LineHash } from '@hansard/core/git/line-hash.ts';
import { fileIn, runsBetween } from './changed-runs.ts';
import { linesByCommit } from './lines-by-commit.ts';
import type { Blamed, BlamedCommit } from './read-blame.ts';
import type { Repository } from './repository.ts';

/** Files are read for so many commits of one file. */
const MOST_COMMITS = 40;

export async function markWhole(
  repository: Repository,
  edits: readonly Edit[],
  file: Blamed,
  lines: readonly HashedLine[],
  authors: LineAuthor[],
): Promise<void> {
  if (edits.length === 0) return;
  const { commits, lines: blamed } = file;
  const linesOf = linesByCommit(file);
  let looked = 0;
  for (const commit of commits.values()) {
    const own = linesOf.get(commit.id) ?? [];
    // Lines that say something were claimed already, if any session wrote here at all.
    if (!own.some((index) => lines[index]?.weight === 'common' && authors[index]?.author !== 'agent')) continue;
    const before = edits.filter((edit) => edit.time !== null && isBefore(edit, commit));
    if (before.length === 0 || !mayHold(before, own, lines, authors)) continue;
    if (++looked > MOST_COMMITS) return;
    const found = await wholeEdits(repository, commit, blamed[own[0] as number]?.path ?? '', before);
    for (const index of found ? own : []) {
      const line = lines[index] as HashedLine;
      const edit = found?.find(({ hunks }) => hunks.some((hunk) => hunk.lines.some((one) => sameLine(one, line.hash))));
      if (edit && authors[index]?.author !== 'agent') authors[index] = whole(edit);
    }
  }
}

const whole = (edit: Edit): LineAuthor => ({
  author: 'agent',
  tier: 'tool_emitted',
  confidence: edit.kind === 'replace' ? 'medium' : 'high',
  evidence: 'whole',
  edit,
});

/** A session's line is among them, or nothing but everyday lines is: else there is nothing to look for. */
function mayHold(
  edits: readonly Edit[],
  own: readonly number[],
  lines: readonly HashedLine[],
  authors: readonly LineAuthor[],
): boolean {
  if (own.some((index) => authors[index]?.author === 'agent')) return true;
  return own.every((index) => lines[index]?.weight === 'common') && edits.some(isWholeFile);
}

const isWholeFile = ({ kind, hunks }: Edit): boolean =>
  kind !== 'edit' && hunks.length === 1 && hunks[0]?.before === undefined && hunks[0]?.after === undefined;

/** The edits that made of the file what the commit has; undefined when anybody else had a hand in it. */
async function wholeEdits(
  repository: Repository,
  { id, previous }: BlamedCommit,
  path: string,
  edits: readonly Edit[],
): Promise<readonly Edit[] | undefined> {
  const after = await fileIn(repository, `${id}:${path}`);
  if (!after) return undefined;
  const hashes = after.map(hashLine);
  const file = edits.findLast((edit) => isWholeFile(edit) && isSame(edit.hunks[0]?.lines ?? [], hashes));
  if (file) return [file];
  const before = previous ? await fileIn(repository, `${previous.commit}:${previous.path}`) : [];
  if (!before) return undefined;
  return explained(
    runsBetween(before, after).map(({ first, count }) => after.slice(first - 1, first - 1 + count)),
    edits,
  );
}

/** Every run of new lines is, from end to end, what one of a session's edits put there. */
function explained(runs: readonly (readonly string[])[], edits: readonly Edit[]): readonly Edit[] | undefined {
  if (!runs.flat().some((text) => weightOf(text) !== 'common')) return undefined;
  const found: Edit[] = [];
  for (const run of runs) {
    const hashes = run.map(hashLine);
    const edit = edits.findLast(({ hunks }) => hunks.some(({ lines }) => isSame(lines, hashes)));
    if (!edit) return undefined;
    found.push(edit);
  }
  return new Set(found.map(({ session }) => session)).size === 1 ? found : undefined;
}

const isSame = (written: readonly LineHash[], there: readonly LineHash[]): boolean =>
  written.length === there.length && written.every((line, at) => sameLine(line, there[at]));
