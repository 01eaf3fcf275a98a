/**
 * Everyday lines decide nothing by themselves, but a whole edit does: where a run of lines that a commit adds is, from end
 * to end and between the same neighbours, what one edit put there. The edit must have come after the state that the commit
 * starts from, and that state must not have had the lines in this place: else they may be anybody's, and stay uncertain.
 */
import type { HashedLine } from '@hansard/core/git/claims.ts';
import { weightOf } from '@hansard/core/git/common-lines.ts';
import { type Edit, isBefore, type LineAuthor, sameLine } from '@hansard/core/git/line-author.ts';
import { hashLine, type LineHash, wholeHash } from '@hansard/core/git/line-hash.ts';
import type { HashedHunk } from '@hansard/core/git/written-codec.ts';
import { fileIn, type Run, runsBetween } from './changed-runs.ts';
import { linesByCommit } from './lines-by-commit.ts';
import type { Blamed, BlamedCommit } from './read-blame.ts';
import type { Repository } from './repository.ts';

/** Files are read for so many commits of one file. */
const MOST_COMMITS = 40;

interface Inserted {
  readonly edit: Edit;
  readonly hunk: HashedHunk;
}

/** A run with the edits that it may be all of. `first` and `end`: from where to where it can be said to stand, from 0. */
interface Place {
  readonly first: number;
  readonly end: number;
  readonly count: number;
  readonly edits: readonly Inserted[];
}

export async function markInserted(
  repository: Repository,
  edits: readonly Edit[],
  file: Blamed,
  lines: readonly HashedLine[],
  authors: LineAuthor[],
): Promise<void> {
  const byFirst = everydayHunks(edits, lines);
  if (byFirst.size === 0) return;
  const linesOf = linesByCommit(file);
  const used = new Set<HashedHunk>();
  let looked = 0;
  for (const commit of [...file.commits.values()].sort((a, b) => a.time - b.time)) {
    const own = (linesOf.get(commit.id) ?? []).filter((index) => isOpen(lines[index], authors[index]));
    const mayHold = (index: number) =>
      byFirst.get(wholeHash((lines[index] as HashedLine).hash))?.some(({ edit }) => isBefore(edit, commit));
    if (!own.some(mayHold)) continue;
    if (++looked > MOST_COMMITS) return;
    const path = file.lines[own[0] as number]?.path ?? '';
    for (const place of alone(await placesOf(repository, commit, path, byFirst))) {
      const found = place.edits.findLast(({ hunk }) => !used.has(hunk));
      const here = own.filter((index) => isWithin(place, (file.lines[index]?.original ?? 0) - 1));
      if (!found || here.length > place.count) continue;
      used.add(found.hunk);
      for (const index of here) authors[index] = insertedBy(found.edit);
    }
  }
}

const insertedBy = (edit: Edit): LineAuthor => ({
  author: 'agent',
  tier: 'tool_emitted',
  confidence: 'medium',
  evidence: 'inserted',
  edit,
});

const isOpen = (line: HashedLine | undefined, author: LineAuthor | undefined): boolean =>
  line?.weight === 'common' && author?.author !== 'agent';

const isWithin = ({ first, end }: Place, at: number): boolean => at >= first && at < end;

/** Edits that put nothing but everyday lines in one place, by the first of these; as far as the file has such lines. */
function everydayHunks(edits: readonly Edit[], lines: readonly HashedLine[]): Map<number, Inserted[]> {
  const everyday = new Set(lines.flatMap(({ weight, hash }) => (weight === 'common' ? [wholeHash(hash)] : [])));
  const found = new Map<number, Inserted[]>();
  for (const edit of edits) {
    if (edit.kind !== 'edit' || edit.time === null) continue;
    for (const hunk of edit.hunks) {
      const [first] = hunk.lines;
      if (!first || !hunk.lines.every((line) => everyday.has(wholeHash(line)))) continue;
      const known = found.get(wholeHash(first));
      if (known) known.push({ edit, hunk });
      else found.set(wholeHash(first), [{ edit, hunk }]);
    }
  }
  return found;
}

async function placesOf(
  repository: Repository,
  commit: BlamedCommit,
  path: string,
  byFirst: ReadonlyMap<number, readonly Inserted[]>,
): Promise<Place[]> {
  // A file that was not there holds no edit, but a file that was written whole.
  if (!commit.previous) return [];
  const [before, after, since] = await Promise.all([
    fileIn(repository, `${commit.previous.commit}:${commit.previous.path}`),
    fileIn(repository, `${commit.id}:${path}`),
    madeAt(repository, commit.previous.commit),
  ]);
  if (!before || !after || since === undefined) return [];
  const isNew = ({ edit }: Inserted) => isBefore(edit, commit) && (edit.time as number) >= since;
  const [then, now] = [hashed(before), hashed(after)];
  return runsBetween(before, after).flatMap((run) => {
    const place = placeOf(run, then, now, byFirst, isNew);
    return place.edits.length > 0 ? [place] : [];
  });
}

/** Lines of a file with their hashes, each of which is asked for over and over. */
interface Hashed {
  readonly texts: readonly string[];
  readonly hashes: readonly LineHash[];
}

const hashed = (texts: readonly string[]): Hashed => ({ texts, hashes: texts.map(hashLine) });

/** Of a run that only adds, the same text can be said to begin further up or down: `}` after `}`. */
function placeOf(
  { gone, first: from, count }: Run,
  before: Hashed,
  after: Hashed,
  byFirst: ReadonlyMap<number, readonly Inserted[]>,
  isNew: (one: Inserted) => boolean,
): Place {
  let [first, last] = [from - 1, from - 1];
  const { texts } = after;
  if (gone.length === 0) {
    while (first > 0 && texts[first - 1] === texts[first + count - 1]) first--;
    while (last + count < texts.length && texts[last] === texts[last + count]) last++;
  }
  const edits = new Set<Inserted>();
  for (let at = first; at <= last; at++) {
    for (const one of byFirst.get(wholeHash(after.hashes[at] as LineHash)) ?? []) {
      const { hunk } = one;
      if (hunk.lines.length === count && isNew(one) && standsAt(after, at, hunk) && !stands(before, hunk))
        edits.add(one);
    }
  }
  return { first, end: last + count, count, edits: [...edits] };
}

const stands = (file: Hashed, hunk: HashedHunk): boolean => file.texts.some((_, at) => standsAt(file, at, hunk));

/** Line for line, with the neighbours that the edit had; where one is not known, the file ends there or the other is telling. */
function standsAt({ texts, hashes }: Hashed, at: number, { before, after, lines }: HashedHunk): boolean {
  const end = at + lines.length;
  if (!lines.every((hash, index) => sameLine(hashes[at + index], hash))) return false;
  if ((before && !sameLine(hashes[at - 1], before)) || (after && !sameLine(hashes[end], after))) return false;
  const isTelling = (index: number) => weightOf(texts[index] ?? '') !== 'common';
  if (!before && at > 0 && !(after && isTelling(end))) return false;
  return after !== undefined || end === texts.length || (before !== undefined && isTelling(at - 1));
}

/** Runs of which each has an edit of its own: where more runs than edits are alike, one of them is somebody's copy. */
function alone(places: readonly Place[]): Place[] {
  return places.filter(({ edits }) => {
    const alike = places.filter((other) => other.edits.some((one) => edits.includes(one)));
    return alike.length <= edits.length;
  });
}

/** When a commit was made first: amending and rebasing keep the author's time. */
async function madeAt(repository: Repository, commit: string): Promise<number | undefined> {
  const head = (await repository.objects.read(commit))?.bytes.toString('utf8').split('\n\n')[0];
  const times = [...(head ?? '').matchAll(/^(?:author|committer) .* (\d+) [+-]\d{4}$/gm)].map(([, time]) =>
    Number(time),
  );
  return times.length === 0 ? undefined : Math.min(...times) * 1000;
}
