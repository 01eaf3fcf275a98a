/** `git blame` of a file: for each line the commit that brought it in, and the names that the file had. */

import { Failure } from '@hansard/core';
import type { FileLine } from '@hansard/core/git/line-author.ts';
import { type GitRun, gitFailure, MOST_BYTES } from './git-program.ts';
import type { Repository } from './repository.ts';

export interface BlamedCommit {
  readonly id: string;
  /** The committer's time, milliseconds since 1970. */
  readonly time: number;
  readonly author: string;
  readonly summary: string;
  /** The file before it: another name when it was renamed. */
  readonly previous: { readonly commit: string; readonly path: string } | undefined;
  readonly isBoundary: boolean;
}

export interface BlamedLine extends FileLine {
  /** Its number in the commit, from 1, and the file's name there. */
  readonly original: number;
  readonly path: string;
}

export interface Blamed {
  readonly lines: readonly BlamedLine[];
  readonly commits: ReadonlyMap<string, BlamedCommit>;
  /** Every name that the file had, in all that blame saw. */
  readonly paths: ReadonlySet<string>;
}

/** More lines than that are no code that people read. */
const MOST_LINES = 500_000;

export async function readBlame(repository: Repository, commit: string, path: string, since?: string): Promise<Blamed> {
  const range = since === undefined ? commit : `${since}..${commit}`;
  // Commits that the settings say to ignore are not ignored: who wrote a line is told from all of them.
  const args = ['blame', '--porcelain', '--no-textconv', '--ignore-revs-file=', range, '--', path];
  const { status, out, err } = await blameRun(repository, args);
  if (status !== 0) {
    if (/no such path/.test(err)) {
      throw new Failure('file-not-found', `${path} is not in the commit ${commit.slice(0, 12)}.`, {
        remedy: 'Commit it first, or name a revision that has it with --at.',
      });
    }
    throw gitFailure(args, err);
  }
  return parseBlame(out.toString('utf8'), path);
}

/** A list of commits to ignore that is not there stops git. Most users have it in their own settings, for other repositories. */
const NO_LIST = /could not open object name list: (.+)/;

async function blameRun(repository: Repository, args: readonly string[]): Promise<GitRun> {
  const run = await repository.git.run(args, { most: MOST_BYTES });
  if (run.status === 0 || !NO_LIST.test(run.err)) return run;
  const again = await repository.git.run(args, { most: MOST_BYTES, alone: true });
  const list = again.status === 0 ? undefined : NO_LIST.exec(again.err)?.[1];
  if (list === undefined) return again;
  throw new Failure('git-failed', `The repository's setting blame.ignoreRevsFile names ${list}, which is not there.`, {
    remedy: '`git blame` fails by it, too. Take it away with `git config --unset blame.ignoreRevsFile`.',
  });
}

const HEAD = /^([0-9a-f]{40,64}) (\d+) (\d+)(?: \d+)?$/;

export function parseBlame(text: string, path: string): Blamed {
  const lines: BlamedLine[] = [];
  const commits = new Map<string, BlamedCommit>();
  const paths = new Set([path]);
  const names = new Map<string, string>();
  let [id, original] = ['', 0];
  let facts: Record<string, string> = {};
  let at = 0;
  while (at < text.length) {
    let end = text.indexOf('\n', at);
    if (end < 0) end = text.length;
    const row = text.slice(at, end);
    at = end + 1;
    if (row.startsWith('\t')) {
      note(commits, id, facts);
      if (facts['filename'] !== undefined) names.set(id, unquoted(facts['filename']));
      const name = names.get(id) ?? path;
      paths.add(name);
      lines.push({ text: row.slice(1), commit: id, original, path: name });
      if (lines.length > MOST_LINES) throw new Failure('git-failed', `${path} has more than ${MOST_LINES} lines.`);
      facts = {};
      continue;
    }
    const head = HEAD.exec(row);
    if (head) [id, original] = [head[1] as string, Number(head[2])];
    else {
      const space = row.indexOf(' ');
      facts[space < 0 ? row : row.slice(0, space)] = space < 0 ? '' : row.slice(space + 1);
    }
  }
  for (const { previous } of commits.values()) if (previous) paths.add(previous.path);
  return { lines, commits, paths };
}

function note(commits: Map<string, BlamedCommit>, id: string, facts: Readonly<Record<string, string>>): void {
  if (facts['committer-time'] === undefined) return;
  const previous = /^([0-9a-f]+) (.+)$/.exec(facts['previous'] ?? '');
  commits.set(id, {
    id,
    time: Number(facts['committer-time']) * 1000,
    author: facts['author'] ?? '',
    summary: facts['summary'] ?? '',
    previous: previous ? { commit: previous[1] as string, path: unquoted(previous[2] as string) } : undefined,
    isBoundary: facts['boundary'] !== undefined,
  });
}

/** Names with unusual characters come in quotes, with bytes in octal. */
export function unquoted(name: string): string {
  if (!name.startsWith('"') || !name.endsWith('"')) return name;
  const bytes: number[] = [];
  for (const match of name.slice(1, -1).matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/gs)) {
    if (match[1]) bytes.push(Number.parseInt(match[1], 8));
    else if (match[2]) bytes.push(...Buffer.from(ESCAPES[match[2]] ?? match[2]));
    else bytes.push(...Buffer.from(match[3] as string));
  }
  return Buffer.from(bytes).toString('utf8');
}

const ESCAPES: Readonly<Record<string, string>> = { a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
