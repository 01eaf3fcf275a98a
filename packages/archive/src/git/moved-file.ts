/**
 * A file that was moved in the working tree and is not committed under its new name: blame of it is of the name that it has
 * in the commit. Git pairs such names only when they are committed, so they are paired here, by content.
 */
import { createHash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '@hansard/core';
import { linesOf } from '@hansard/core/git/hunks.ts';
import { MOST_OBJECT_BYTES } from './object-reader.ts';
import { type Blamed, readBlame } from './read-blame.ts';
import type { Repository } from './repository.ts';

/** Files that are gone from the working tree: so many are compared, those with a name like this one's first. */
const MOST_COMPARED = 200;
/** The share of lines that two versions of a file have in common at least, as git has it for renames. */
const ALIKE = 0.5;

export interface TreeBlame {
  /** The name that the file has in the commit. */
  readonly path: string;
  readonly blamed: Blamed;
}

/** Blame of a file of the working tree, as it is in a commit: under its old name when it was moved since. */
export async function readTreeBlame(repository: Repository, commit: string, path: string): Promise<TreeBlame> {
  try {
    return { path, blamed: await readBlame(repository, commit, path) };
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'file-not-found') throw error;
    const before = await nameBefore(repository, commit, path);
    if (before === undefined) throw error;
    return { path: before, blamed: await readBlame(repository, commit, before) };
  }
}

/** The name in a commit of what the working tree has as `path`; undefined when nothing that is gone is like it. */
async function nameBefore(repository: Repository, commit: string, path: string): Promise<string | undefined> {
  const bytes = contentsOf(join(repository.root, path));
  if (!bytes) return undefined;
  const algorithm = commit.length === 64 ? 'sha256' : 'sha1';
  const id = createHash(algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
  const text = bytes.toString('utf8');
  let best: { path: string; alike: number } | undefined;
  for (const gone of (await goneFiles(repository, commit, path)).slice(0, MOST_COMPARED)) {
    const object = await repository.objects.read(`${commit}:${gone}`);
    if (object?.type !== 'blob') continue;
    if (object.id === id) return gone;
    const alike = commonShare(linesOf(object.bytes.toString('utf8')), linesOf(text));
    if (alike >= ALIKE && alike > (best?.alike ?? 0)) best = { path: gone, alike };
  }
  return best?.path;
}

/** A regular file of a readable size: nothing that would wait, and nothing that a link leads to. */
function contentsOf(path: string): Buffer | undefined {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found?.isFile() && found.size <= MOST_OBJECT_BYTES ? readFileSync(path) : undefined;
  } catch {
    // A name that no file can have, below a file or too long: there is nothing to compare.
    return undefined;
  }
}

/** Files of the commit that the working tree or the index no longer has; a sparse one's other files are not gone. */
async function goneFiles(repository: Repository, commit: string, path: string): Promise<string[]> {
  const listed = async (args: readonly string[]) => (await repository.git.text(args)).split('\0').filter(Boolean);
  const [missing, removed] = await Promise.all([
    listed(['ls-files', '-z', '--deleted', '--full-name']),
    listed(['diff-index', '--cached', '-z', '--name-only', '--no-renames', '--diff-filter=D', commit]),
  ]);
  const [name, ending] = [lastPart(path), endingOf(path)];
  const rank = (gone: string) => (lastPart(gone) === name ? 0 : endingOf(gone) === ending ? 1 : 2);
  return [...new Set([...missing, ...removed])].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const endingOf = (path: string): string => /\.[^./]*$/.exec(path)?.[0] ?? '';

/** How many of the lines of the longer text the other one has. */
function commonShare(one: readonly string[], other: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const line of one) counts.set(line, (counts.get(line) ?? 0) + 1);
  let common = 0;
  for (const line of other) {
    const left = counts.get(line) ?? 0;
    if (left === 0) continue;
    counts.set(line, left - 1);
    common++;
  }
  const most = Math.max(one.length, other.length);
  return most === 0 ? 0 : common / most;
}
