/**
 * Who wrote each line of a file, from what agents wrote and when commits were made. Everything is told by content: it holds
 * after any rewriting of history, in clones, and for commits that were there before anybody kept a record.
 */
import { type Claim, claimLines, type HashedLine } from './claims.ts';
import {
  type CommitTime,
  type Confidence,
  type Edit,
  type Evidence,
  isBefore,
  type LineAuthor,
} from './line-author.ts';
import { wholeHash } from './line-hash.ts';

export interface FileHistory {
  readonly lines: readonly HashedLine[];
  readonly commits: ReadonlyMap<string, CommitTime>;
  /** Of this file, under all names that it had. */
  readonly edits: readonly Edit[];
}

/** A short line that stands alone and came in so many commits of the file after the edit is more likely somebody else's. */
const STALE_COMMITS = 3;

export interface Correlated {
  readonly authors: LineAuthor[];
  readonly claims: ReadonlyMap<number, Claim>;
}

export function correlate({ lines, commits, edits }: FileHistory): Correlated {
  const claims = claimLines(lines, commits, edits);
  const stale = staleness(commits);
  const unclaimed = unclaimedBy(
    lines.filter((_line, index) => !claims.has(index)),
    { commits, edits },
  );
  const authors = lines.map((line, index) => {
    const claim = claims.get(index);
    return claim ? claimed(line, near(claims, index, claim), stale(claim.position.edit, line.commit)) : unclaimed(line);
  });
  doubtReplaced(lines, claims, authors);
  adoptCommon(lines, commits, edits, authors);
  const common = lines.filter(({ weight }) => weight === 'common');
  doubtCommon(lines, authors, writersBefore(common, { commits, edits }));
  return { authors, claims };
}

/** How far lines of the same edit may stand apart when somebody wrote between them. */
const NEAR = 6;

/** A line is not alone where others of its edit stand near it. */
export function near(claims: ReadonlyMap<number, Claim>, index: number, claim: Claim): Claim {
  for (let away = 1; away <= NEAR && claim.context < 1; away++) {
    for (const other of [claims.get(index - away), claims.get(index + away)]) {
      if (other?.position.hunk === claim.position.hunk) return { ...claim, context: 1 };
    }
  }
  return claim;
}

/**
 * One line stands where the edit had another one, between its neighbours: somebody changed it, however much. Everyday lines
 * are no neighbours: the same brace is everywhere.
 */
function doubtReplaced(lines: readonly HashedLine[], claims: ReadonlyMap<number, Claim>, authors: LineAuthor[]): void {
  for (const [index, { position }] of claims) {
    if (lines[index]?.weight === 'common' || lines[index - 2]?.weight === 'common') continue;
    const [above, author] = [claims.get(index - 2)?.position, authors[index - 1]];
    if (author?.evidence !== 'same-file' || above?.hunk !== position.hunk || position.at - above.at !== 2) continue;
    authors[index - 1] = doubtful(position.edit, 'changed', 'medium');
  }
}

/** How many commits of the file lie between an edit and a commit. */
function staleness(commits: ReadonlyMap<string, CommitTime>): (edit: Edit, commit: string) => number {
  const times = [...commits.values()].map(({ time }) => time).sort((a, b) => a - b);
  return (edit, commit) => {
    const until = commits.get(commit)?.time;
    if (edit.time === null || until === undefined) return 0;
    return times.filter((time) => time >= (edit.time as number) && time < until).length;
  };
}

function claimed({ weight }: HashedLine, { position, exact, context }: Claim, stale: number): LineAuthor {
  const { edit } = position;
  const alone = context < 1;
  if (alone && weight === 'weak' && (!exact || stale > STALE_COMMITS))
    return doubtful(edit, exact ? 'stale' : 'indented');
  const sure = exact && edit.time !== null && (weight === 'strong' || !alone) && edit.kind !== 'replace';
  const confidence: Confidence = sure ? 'high' : alone && weight !== 'strong' ? 'low' : 'medium';
  const evidence: Evidence = weight === 'common' ? 'neighbours' : exact ? 'exact' : 'indented';
  return { author: 'agent', tier: 'tool_emitted', confidence, evidence, edit };
}

export const doubtful = (edit: Edit, evidence: Evidence, confidence: Confidence = 'low'): LineAuthor => ({
  author: 'uncertain',
  tier: 'tool_emitted_with_divergence',
  confidence,
  evidence,
  edit,
});

/** What is said of lines that no written line stands behind. */
function unclaimedBy(lines: readonly HashedLine[], history: Pick<FileHistory, 'commits' | 'edits'>) {
  const { commits, edits } = history;
  const first = Math.min(...edits.map(({ time }) => time ?? 0));
  const writerOf = writersBefore(
    lines.filter(({ weight }) => weight !== 'common'),
    history,
  );
  return (line: HashedLine): LineAuthor => {
    const time = commits.get(line.commit);
    if (time && first > time.time + 999) return HUMAN;
    const writer = line.weight === 'common' ? undefined : writerOf(line);
    return writer ? doubtful(writer, 'elsewhere') : OVERLAPPING;
  };
}

/** For these lines: the last edit before a line's commit that wrote the same words, wherever in the file. */
function writersBefore(lines: readonly HashedLine[], { commits, edits }: Pick<FileHistory, 'commits' | 'edits'>) {
  const wanted = new Set(lines.map(({ hash }) => wholeHash(hash)));
  const writers = new Map<number, Edit[]>();
  for (const edit of edits) {
    for (const hash of edit.hunks.flatMap((hunk) => hunk.lines.map(wholeHash))) {
      if (!wanted.has(hash)) continue;
      const known = writers.get(hash);
      if (!known) writers.set(hash, [edit]);
      else if (known.at(-1) !== edit) known.push(edit);
    }
  }
  return ({ hash, commit }: HashedLine): Edit | undefined =>
    writers.get(wholeHash(hash))?.findLast((edit) => isBefore(edit, commits.get(commit)));
}

export const HUMAN: LineAuthor = { author: 'human', tier: 'orphan', confidence: 'high', evidence: 'none' };
export const OVERLAPPING: LineAuthor = {
  author: 'human',
  tier: 'overlapping',
  confidence: 'medium',
  evidence: 'same-file',
};

/**
 * A common line with words (an import) is the agent's when the edit has it at this very place and the same session wrote
 * other lines of the commit.
 */
function adoptCommon(
  lines: readonly HashedLine[],
  commits: ReadonlyMap<string, CommitTime>,
  edits: readonly Edit[],
  authors: LineAuthor[],
): void {
  const sessions = new Set<string>();
  for (const [index, { author, edit }] of authors.entries()) {
    if (author === 'agent') sessions.add(`${lines[index]?.commit} ${edit?.session}`);
  }
  if (sessions.size === 0) return;
  const anchored = anchoredLines(edits);
  for (const [index, line] of lines.entries()) {
    if (line.weight !== 'common' || authors[index]?.author === 'agent' || !/\w/.test(line.text)) continue;
    const places = anchored.get(line.hash.loose) ?? [];
    const found = places.find(
      ({ edit, above, below, exact }) =>
        exact === line.hash.exact &&
        isBefore(edit, commits.get(line.commit)) &&
        sessions.has(`${line.commit} ${edit.session}`) &&
        (above === undefined || above === lines[index - 1]?.hash.loose) &&
        (below === undefined || below === lines[index + 1]?.hash.loose) &&
        (above !== undefined || below !== undefined),
    );
    if (found) {
      const { edit } = found;
      authors[index] = { author: 'agent', tier: 'tool_emitted', confidence: 'medium', evidence: 'neighbours', edit };
    }
  }
}

interface Anchored {
  readonly edit: Edit;
  readonly exact: number;
  readonly above: number | undefined;
  readonly below: number | undefined;
}

function anchoredLines(edits: readonly Edit[]): Map<number, Anchored[]> {
  const anchored = new Map<number, Anchored[]>();
  for (const edit of edits) {
    if (edit.kind === 'replace') continue;
    for (const { lines, before, after } of edit.hunks) {
      for (const [at, { loose, exact }] of lines.entries()) {
        const above = (at > 0 ? lines[at - 1] : before)?.loose;
        const below = (at < lines.length - 1 ? lines[at + 1] : after)?.loose;
        const known = anchored.get(loose);
        if (known) known.push({ edit, exact, above, below });
        else anchored.set(loose, [{ edit, exact, above, below }]);
      }
    }
  }
  return anchored;
}

/** An everyday line that a session wrote into the file may be anybody's, and so may one of a commit with lines of an agent's. */
function doubtCommon(
  lines: readonly HashedLine[],
  authors: LineAuthor[],
  writerOf: (line: HashedLine) => Edit | undefined,
): void {
  const edits = new Map<string, Edit>();
  for (const [index, { author, edit }] of authors.entries()) {
    if (author === 'agent' && edit) edits.set(lines[index]?.commit as string, edit);
  }
  for (const [index, line] of lines.entries()) {
    if (line.weight !== 'common' || authors[index]?.author !== 'human') continue;
    const edit = writerOf(line) ?? edits.get(line.commit);
    if (edit) authors[index] = doubtful(edit, 'common');
  }
}
