/** Commits with the lines that they add, from one `git log`. */

import { gitFailure } from './git-program.ts';
import { unquoted } from './read-blame.ts';
import type { Repository } from './repository.ts';

export interface ReadCommit {
  readonly id: string;
  readonly parents: readonly string[];
  /** The committer's time, milliseconds since 1970. */
  readonly time: number;
  readonly author: string;
  readonly summary: string;
  readonly files: readonly CommitFile[];
}

export interface CommitFile {
  readonly path: string;
  /** Its name before; undefined for a new file. */
  readonly before: string | undefined;
  /** Numbers of added lines, from 1: first and count. */
  readonly added: readonly (readonly [first: number, count: number])[];
  readonly removed: number;
}

const FORMAT = '%x00%x00%H%x00%P%x00%ct%x00%an%x00%s%x00';
const OPTIONS = ['-p', '-U0', '-M', '--no-color', '--no-ext-diff', '--no-textconv', '--no-show-signature', '--root'];

/** `revisions` are arguments of `git log` that choose commits: ids and ranges that the caller has checked. */
export async function readCommits(repository: Repository, revisions: readonly string[]): Promise<ReadCommit[]> {
  const args = ['log', `--format=${FORMAT}`, ...OPTIONS, ...revisions, '--'];
  const { status, out, err } = await repository.git.run(args);
  if (status !== 0) throw gitFailure(args, err);
  return parseCommits(out.toString('utf8'));
}

/** A header stands at the beginning of a line: in a diff every line begins with something else. */
const HEADER = /^\0\0([0-9a-f]{40,64})\0([0-9a-f ]*)\0(\d+)\0([^\0]*)\0([^\0]*)\0$/gm;

export function parseCommits(text: string): ReadCommit[] {
  const heads = [...text.matchAll(HEADER)];
  return heads.map((head, at) => {
    const [all, id = '', parents = '', time = '0', author = '', summary = ''] = head;
    const diff = text.slice(head.index + all.length, heads[at + 1]?.index);
    return {
      id,
      parents: parents.split(' ').filter(Boolean),
      time: Number(time) * 1000,
      author,
      summary,
      files: parseFiles(diff),
    };
  });
}

const HUNK = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** The files of a diff without lines around its changes. */
export function parseFiles(diff: string): CommitFile[] {
  const files: CommitFile[] = [];
  let path: string | undefined;
  let before: string | undefined;
  let added: [number, number][] = [];
  let removed = 0;
  // Lines of a hunk may look like headers: how many there are is told by the hunk.
  let inside = 0;
  const close = () => {
    if (path !== undefined) files.push({ path, before, added, removed });
    [path, before, added, removed] = [undefined, undefined, [], 0];
  };
  for (const line of diff.split('\n')) {
    if (inside > 0) {
      if (!line.startsWith('\\')) inside--;
      continue;
    }
    const hunk = HUNK.exec(line);
    if (hunk) {
      const [gone, first, count] = [Number(hunk[1] ?? 1), Number(hunk[2]), Number(hunk[3] ?? 1)];
      inside = gone + count;
      removed += gone;
      if (count > 0) added.push([first, count]);
    } else if (line.startsWith('diff --git ')) close();
    else if (line.startsWith('--- ')) before = nameOf(line.slice(4), 'a/');
    else if (line.startsWith('+++ ')) path = nameOf(line.slice(4), 'b/');
    else if (line.startsWith('rename from ')) before = unquoted(line.slice(12));
    else if (line.startsWith('rename to ')) path = unquoted(line.slice(10));
  }
  close();
  return files;
}

function nameOf(text: string, prefix: string): string | undefined {
  const name = unquoted(text.replace(/\t$/, ''));
  return name === '/dev/null' ? undefined : name.startsWith(prefix) ? name.slice(2) : name;
}

/** Ids of commits that change one of these files, the oldest first. */
export async function commitsChanging(
  repository: Repository,
  revisions: readonly string[],
  paths: readonly string[],
): Promise<string[]> {
  const args = ['rev-list', '--no-merges', '--reverse', ...revisions, '--', ...paths];
  const { status, out, err } = await repository.git.run(args);
  if (status !== 0) throw gitFailure(args, err);
  return out.toString('utf8').split('\n').filter(Boolean);
}

/** Names of the files that a commit has changed or added. */
export async function changedFiles(repository: Repository, commit: string, since?: string): Promise<string[]> {
  const args = [
    'diff-tree',
    '-r',
    '-z',
    '-M',
    '--root',
    '--no-commit-id',
    '--name-only',
    '--diff-filter=d',
    '--no-ext-diff',
    '--ignore-submodules=all',
    ...(since === undefined ? [] : [since]),
    commit,
  ];
  return (await repository.git.text(args)).split('\0').filter(Boolean);
}
