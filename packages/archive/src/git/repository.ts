/** A repository as it lies on the disk: its folders, its remotes, and its objects. */
import { realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { Failure } from '@hansard/core';
import { canonicalUrl } from '@hansard/core/git/canonical-url.ts';
import { Git, gitFailure } from './git-program.ts';
import { ObjectReader } from './object-reader.ts';

export class Repository {
  readonly git: Git;
  readonly objects: ObjectReader;
  /** The working tree that was asked about, with symbolic links followed; the repository itself when it is bare. */
  readonly root: string;
  /** Where objects and references are; the same for all working trees. */
  readonly commonFolder: string;
  readonly isShallow: boolean;
  #worktrees: Promise<string[]> | undefined;
  #remotes: Promise<string[]> | undefined;

  private constructor(git: Git, root: string, commonFolder: string, isShallow: boolean) {
    this.git = git;
    this.objects = new ObjectReader(git);
    this.root = root;
    this.commonFolder = commonFolder;
    this.isShallow = isShallow;
  }

  /** The repository around a file or folder. */
  static async open(
    path: string,
    env: Readonly<Record<string, string | undefined>>,
    index?: string,
  ): Promise<Repository> {
    const folder = nearestFolder(resolve(path));
    const git = new Git(folder, env);
    const asked = ['rev-parse', '--is-bare-repository', '--is-shallow-repository', '--git-common-dir'];
    const { status, out, err } = await git.run([...asked, '--show-toplevel']);
    const [bare, shallow, common = '', top] = out.toString('utf8').split('\n');
    if (status !== 0 && bare !== 'true') throw gitFailure(asked, err);
    const commonFolder = real(resolve(folder, common));
    const root = bare === 'true' || !top ? commonFolder : real(top);
    return new Repository(new Git(root, env, index), root, commonFolder, shallow === 'true');
  }

  /** All working trees, this one first. */
  worktrees(): Promise<string[]> {
    this.#worktrees ??= this.git.run(['worktree', 'list', '--porcelain']).then(({ out }) => {
      const found = [...out.toString('utf8').matchAll(/^worktree (.+)$/gm)].map(([, path]) => real(path as string));
      return [...new Set([this.root, ...found])];
    });
    return this.#worktrees;
  }

  /** Addresses of the remotes, as the configuration has them; `origin` first. */
  remotes(): Promise<string[]> {
    this.#remotes ??= this.git.run(['config', '-z', '--get-regexp', '^remote\\..*\\.url$']).then(({ out }) => {
      const entries = out
        .toString('utf8')
        .split('\0')
        .filter(Boolean)
        .map((entry) => entry.split('\n') as [string, string]);
      const origin = entries.filter(([name]) => name === 'remote.origin.url');
      return [...new Set([...origin, ...entries].map(([, url]) => url))];
    });
    return this.#remotes;
  }

  /** The canonical address, without credentials; undefined when there is no remote elsewhere. */
  async url(): Promise<string | undefined> {
    return (await this.remotes()).map(canonicalUrl).find((url) => url !== undefined);
  }

  /** The full id of a commit by any name for it. */
  async commit(revision: string): Promise<string> {
    if (revision.startsWith('-')) throw new Failure('bad-argument', `"${revision}" is no revision.`);
    const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
    const { status, out } = await this.git.run(args);
    const id = out.toString('utf8').trim();
    if (status === 0 && /^[0-9a-f]{40,64}$/.test(id)) return id;
    const shallow = this.isShallow ? ' The clone is shallow: commits before its boundary are not here.' : '';
    throw new Failure('bad-argument', `The repository has no commit "${revision}".${shallow}`, {
      remedy: 'Give a branch, a tag or an id that `git log` shows.',
    });
  }

  /** A path in the repository, with forward slashes. */
  inside(path: string): string {
    const full = resolve(path);
    const from = join(real(dirname(full)), full.slice(dirname(full).length));
    const inside = relative(this.root, from);
    if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`)) {
      throw new Failure('bad-argument', `${path} is no file in the repository ${this.root}.`);
    }
    return inside.split(sep).join('/');
  }

  close(): void {
    this.objects.close();
  }
}

function nearestFolder(path: string): string {
  for (let at = path; ; at = dirname(at)) {
    if (statSync(at, { throwIfNoEntry: false })?.isDirectory()) return at;
    if (dirname(at) === at) return at;
  }
}

export function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
