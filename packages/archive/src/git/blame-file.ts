/** Who wrote each line of a file at a revision, from history and from what sessions wrote. */
import { type HashedLine, hashedLines } from '@hansard/core/git/claims.ts';
import { correlate, type FileHistory, OVERLAPPING } from '@hansard/core/git/correlate.ts';
import { changedEdits, markChanged } from '@hansard/core/git/divergence.ts';
import { linesOf } from '@hansard/core/git/hunks.ts';
import type { LineAuthor } from '@hansard/core/git/line-author.ts';
import { hashLine, type LineHash, wholeHash } from '@hansard/core/git/line-hash.ts';
import { type HadLine, markMoved, openHashes } from '@hansard/core/git/moved.ts';
import { markUnplaced } from '@hansard/core/git/unplaced.ts';
import type { Archive } from '../archive.ts';
import { markInserted } from './mark-inserted.ts';
import { markNoted } from './mark-noted.ts';
import { markRan } from './mark-ran.ts';
import { markWhole } from './mark-whole.ts';
import { type Blamed, readBlame } from './read-blame.ts';
import type { Repository } from './repository.ts';
import { RepositoryEdits } from './repository-edits.ts';
import { writtenTexts } from './written-texts.ts';

export interface FileBlame {
  readonly path: string;
  readonly revision: string;
  readonly blamed: Blamed;
  readonly authors: readonly LineAuthor[];
  readonly edits: RepositoryEdits;
}

export interface BlameRequest {
  readonly path: string;
  readonly revision: string;
  /** Lines that were there in this commit are not followed further. */
  readonly since?: string | undefined;
  readonly edits?: RepositoryEdits | undefined;
  /** What git says, where it was asked already. */
  readonly blamed?: Blamed | Promise<Blamed> | undefined;
}

export async function blameFile(
  archive: Archive,
  repository: Repository,
  { path, revision, since, edits: loaded, blamed: asked }: BlameRequest,
): Promise<FileBlame> {
  // While git walks through history, the index is read.
  const [blamed, edits] = await Promise.all([
    asked ?? readBlame(repository, revision, path, since),
    loaded ?? expecting(archive, repository, path),
  ]);
  const lines = hashedLines(blamed.lines);
  const authors = await authorsOf(archive, repository, edits, blamed, lines);
  return { path, revision, blamed, authors, edits };
}

async function expecting(archive: Archive, repository: Repository, path: string): Promise<RepositoryEdits> {
  const edits = await RepositoryEdits.of(archive, repository);
  edits.expect(path);
  return edits;
}

/** Every sign that there is, the strongest first. */
export async function authorsOf(
  archive: Archive,
  repository: Repository,
  edits: RepositoryEdits,
  blamed: Blamed,
  lines: readonly HashedLine[],
): Promise<LineAuthor[]> {
  const { commits, paths } = blamed;
  const history = { lines, commits, edits: edits.ofFile(paths) };
  const { authors, claims } = correlate(history);
  await markWhole(repository, history.edits, blamed, lines, authors);
  await markInserted(repository, history.edits, blamed, lines, authors);
  const changed = changedEdits(history, authors, claims);
  if (changed.length > 0) markChanged(history, authors, await writtenTexts(archive, changed));
  const elsewhere = edits.havingLines(openHashes(lines, authors), paths);
  if (elsewhere.length > 0) {
    const has = lineReader(repository);
    await markMoved(lines, commits, authors, elsewhere, has);
    await markChangedAndMoved(archive, history, authors, has);
  }
  await markRan(repository, edits, blamed, lines, authors);
  await markNoted(repository, blamed, authors);
  markUnplaced(lines, commits, authors, edits.unplaced(paths));
  return authors;
}

/** A session's lines came from another file: what stands among them may be others of its lines, with words changed. */
async function markChangedAndMoved(
  archive: Archive,
  history: FileHistory,
  authors: LineAuthor[],
  has: HadLine,
): Promise<void> {
  const hasAny = async (commits: ReadonlySet<string>, path: string, hash: LineHash) => {
    for (const commit of commits) if (await has(commit, path, hash, true)) return true;
    return false;
  };
  const moved = new Set(authors.flatMap(({ edit, evidence }) => (edit && evidence === 'moved' ? [edit] : [])));
  if (moved.size === 0) return;
  const commits = new Set(
    history.lines.flatMap(({ commit }, at) => (authors[at]?.evidence === 'moved' ? [commit] : [])),
  );
  for (const [at, { commit }] of history.lines.entries()) {
    if (authors[at]?.evidence === 'none' && commits.has(commit)) authors[at] = OVERLAPPING;
  }
  const texts = await writtenTexts(archive, [...moved]);
  // What the other file still has became no line of this one.
  for (const [edit, written] of texts) {
    const left: string[] = [];
    for (const text of written) if (!(await hasAny(commits, edit.path, hashLine(text)))) left.push(text);
    texts.set(edit, left);
  }
  markChanged(history, authors, texts);
}

/** Looks lines up in files of commits; each file is read once. */
export function lineReader(repository: Repository): HadLine {
  const files = new Map<string, Promise<ReadonlySet<number>>>();
  return async (commit, path, hash, loose = false) => {
    const name = `${commit}:${path}`;
    let file = files.get(name);
    if (!file) {
      file = repository.objects.read(name).then((object) => {
        const text = object?.type === 'blob' ? object.bytes.toString('utf8') : '';
        // Both kinds of hashes are in one set: those without white space as negative numbers.
        return new Set(linesOf(text).flatMap((line) => bothOf(hashLine(line))));
      });
      files.set(name, file);
    }
    return (await file).has(loose ? -hash.loose : wholeHash(hash));
  };
}

const bothOf = (hash: LineHash): number[] => [wholeHash(hash), -hash.loose];
