/** Who wrote the lines that a commit adds, and which sessions it is tied to by that. */
import { hashedLines } from '@hansard/core/git/claims.ts';
import { linesOf } from '@hansard/core/git/hunks.ts';
import type { Edit, Evidence, LineAuthor, Tier } from '@hansard/core/git/line-author.ts';
import type { Archive } from '../archive.ts';
import { authorsOf } from './blame-file.ts';
import { changeIdOf } from './change-id.ts';
import type { BlamedLine } from './read-blame.ts';
import type { CommitFile, ReadCommit } from './read-commits.ts';
import type { Repository } from './repository.ts';
import type { RepositoryEdits } from './repository-edits.ts';

export interface AddedLine {
  /** Its number in the file as the commit has it, from 1. */
  readonly line: number;
  readonly text: string;
  readonly author: LineAuthor;
}

export interface CommitAuthors {
  readonly commit: ReadCommit;
  readonly files: readonly { readonly path: string; readonly lines: readonly AddedLine[] }[];
  /** By the number of the session. */
  readonly sessions: ReadonlyMap<number, SessionShare>;
}

export interface SessionShare {
  readonly tier: Tier;
  readonly lines: number;
  readonly changed: number;
  /** Files of the commit that hold lines of the session. */
  readonly files: readonly string[];
  /** The session made the commit itself. */
  readonly made: boolean;
  readonly evidence: string;
}

/** Of a commit that changes more, the first files are looked at: a vendored tree is nobody's work. */
const MOST_FILES = 400;
const MOST_LINES = 200_000;
const OLDER = 'older';
/** Such lines tie no session to a commit. */
const SAYS_NOTHING: ReadonlySet<Evidence> = new Set(['common', 'unplaced']);

export async function commitAuthors(
  archive: Archive,
  repository: Repository,
  edits: RepositoryEdits,
  commit: ReadCommit,
): Promise<CommitAuthors> {
  const files = [];
  for (const file of commit.files.filter(({ added }) => added.length > 0).slice(0, MOST_FILES)) {
    const lines = await addedLines(archive, repository, edits, commit, file);
    if (lines.length > 0) files.push({ path: file.path, lines });
  }
  return { commit, files, sessions: await sharesOf(repository, edits, commit, files) };
}

async function addedLines(
  archive: Archive,
  repository: Repository,
  edits: RepositoryEdits,
  commit: ReadCommit,
  { path, before, added }: CommitFile,
): Promise<AddedLine[]> {
  const object = await repository.objects.read(`${commit.id}:${path}`);
  const texts = object?.type === 'blob' ? linesOf(object.bytes.toString('utf8')) : [];
  if (texts.length === 0 || texts.length > MOST_LINES) return [];
  const isAdded = new Set(added.flatMap(([first, count]) => Array.from({ length: count }, (_, at) => first + at)));
  const lines: BlamedLine[] = texts.map((text, index) => ({
    text,
    commit: isAdded.has(index + 1) ? commit.id : OLDER,
    original: index + 1,
    path,
  }));
  const previous = before !== undefined && commit.parents[0] ? { commit: commit.parents[0], path: before } : undefined;
  const facts = { author: commit.author, summary: commit.summary, isBoundary: false };
  const commits = new Map([
    [commit.id, { ...facts, id: commit.id, time: commit.time, previous }],
    // What was there before is nobody's here: no edit is as old.
    [OLDER, { ...facts, id: OLDER, time: -1000, previous: undefined }],
  ]);
  const paths = new Set([path, ...(before === undefined ? [] : [before])]);
  const authors = await authorsOf(archive, repository, edits, { lines, commits, paths }, hashedLines(lines));
  return [...isAdded]
    .filter((line) => line <= texts.length)
    .map((line) => ({ line, text: texts[line - 1] as string, author: authors[line - 1] as LineAuthor }));
}

interface Tally {
  lines: number;
  changed: number;
  readonly files: Set<string>;
  readonly moved: Set<string>;
}

async function sharesOf(
  repository: Repository,
  edits: RepositoryEdits,
  commit: ReadCommit,
  files: CommitAuthors['files'],
): Promise<Map<number, SessionShare>> {
  const tallies = new Map<number, Tally>();
  for (const { path, lines } of files) {
    for (const { author } of lines) {
      if (!author.edit || author.author === 'human' || SAYS_NOTHING.has(author.evidence)) continue;
      const tally = tallies.get(author.edit.session) ?? { lines: 0, changed: 0, files: new Set(), moved: new Set() };
      tallies.set(author.edit.session, tally);
      if (author.author === 'agent') tally.lines++;
      else tally.changed++;
      tally.files.add(path);
    }
  }
  const change = await changeIdOf(repository, commit.id);
  const isIt = (name: string) => commit.id.startsWith(name) || change?.startsWith(name) === true;
  const made = new Set(
    edits.commands().flatMap(({ kind, text, session }) => (kind === 'commit' && isIt(text) ? [session] : [])),
  );
  const near = await nearSessions(repository, edits, commit);
  const shares = new Map<number, SessionShare>();
  for (const session of new Set([...tallies.keys(), ...made, ...near.keys()])) {
    const { lines = 0, changed = 0, files: held = new Set<string>() } = tallies.get(session) ?? {};
    const own = made.has(session);
    const tier = tierOf({ lines, changed, own, near: near.get(session) });
    const evidence = wordsOf({ lines, changed, own, files: held.size, near: near.get(session) });
    shares.set(session, { tier, lines, changed, files: [...held], made: own, evidence });
  }
  return shares;
}

interface Signs {
  readonly lines: number;
  readonly changed: number;
  readonly own: boolean;
  readonly near: 'file' | 'repository' | undefined;
}

function tierOf({ lines, changed, own, near }: Signs): Tier {
  if (lines > 0 || own) return 'tool_emitted';
  return changed > 0 || near === 'file' ? 'tool_emitted_with_divergence' : 'overlapping';
}

function wordsOf({ lines, changed, own, near, files }: Signs & { readonly files: number }): string {
  const count = (n: number, word: string) => `${n} ${word}${n === 1 ? '' : 's'}`;
  const words = [
    ...(own ? ['The session made the commit itself.'] : []),
    ...(lines > 0 ? [`The session wrote ${count(lines, 'line')} of it, in ${count(files, 'file')}.`] : []),
    ...(changed > 0
      ? [`${count(changed, 'line')} may come from the session, and were changed or written elsewhere.`]
      : []),
  ];
  if (words.length > 0) return words.join(' ');
  return near === 'file'
    ? 'The session edited a file of the commit at that time; none of its lines is in it.'
    : 'The session edited other files of the repository at that time.';
}

/** Sessions that edited between the commit before and this one: a file of the commit, or another of the repository. */
async function nearSessions(
  repository: Repository,
  edits: RepositoryEdits,
  { parents, time, files }: ReadCommit,
): Promise<Map<number, 'file' | 'repository'>> {
  const near = new Map<number, 'file' | 'repository'>();
  const parent = parents[0] && (await repository.objects.read(parents[0]));
  const since = parent
    ? Number(/^committer .* (\d+) [+-]\d{4}$/m.exec(parent.bytes.toString('utf8'))?.[1] ?? 0) * 1000
    : 0;
  const isNear = (edit: Pick<Edit, 'time'>) => edit.time !== null && edit.time > since && edit.time <= time + 999;
  for (const row of edits.writings()) if (isNear(row)) near.set(row.session, 'repository');
  for (const edit of edits.ofFile(files.flatMap(({ path, before }) => [path, ...(before ? [before] : [])]))) {
    if (isNear(edit)) near.set(edit.session, 'file');
  }
  return near;
}
