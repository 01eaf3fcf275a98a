/**
 * Which sessions worked in a repository, and which of its files a path in a session's log is. A session belongs to it when
 * its folder is in one of the working trees, or in another clone of the same repository, or was in one that is gone.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';
import { canonicalUrl } from '@hansard/core/git/canonical-url.ts';
import type { GitSession } from '../sqlite/git/written-edits.ts';
import { type Repository, real } from './repository.ts';

export class SessionPlaces {
  readonly #roots: readonly string[];
  readonly #projects = new Map<string, readonly string[]>();
  readonly #remotes: readonly string[];
  readonly #main: string;
  /** Sessions write into the same files over and over. */
  readonly #insides = new Map<string, string[]>();
  readonly #reals = new Map<string, string>();
  /** By the number of a session: folders that are gone and stood for the repository. */
  readonly #bound = new Map<number, readonly string[]>();

  private constructor(main: string, roots: readonly string[], remotes: readonly string[]) {
    this.#main = main;
    this.#roots = roots.map(slashed).sort((a, b) => b.length - a.length);
    this.#remotes = remotes;
  }

  static async of(repository: Repository): Promise<SessionPlaces> {
    const [roots, remotes] = await Promise.all([repository.worktrees(), repository.remotes()]);
    return new SessionPlaces(
      repository.root,
      roots,
      remotes.map((remote) => sameName(remote, repository.root)),
    );
  }

  /** Folders of working trees. */
  get roots(): readonly string[] {
    return this.#roots;
  }

  /** Whether the session's folder is the repository's, in whichever copy. */
  belongs({ project, repository }: GitSession): boolean {
    if (project === null) return false;
    return this.#rootsOf(project, repository).length > 0;
  }

  /** The session is the repository's, whatever its folder says: paths below these folders are. */
  bind(session: number, roots: readonly string[]): void {
    this.#bound.set(session, roots.map(slashed));
  }

  /** Names that a path in the session's log may have in the repository; usually one. */
  insides(session: GitSession, path: string): string[] {
    const own = this.#bound.has(session.id) ? session.id : '';
    const key = `${own}\n${session.project}\n${session.repository}\n${path}`;
    let found = this.#insides.get(key);
    if (!found) {
      found = this.#findInsides(session, path);
      this.#insides.set(key, found);
    }
    return found;
  }

  #findInsides({ id, project, repository }: GitSession, path: string): string[] {
    const full = this.#full(project, path);
    if (full === undefined) return [];
    const bound = this.#bound.get(id) ?? [];
    const roots = [...this.#roots, ...bound, ...(project === null ? [] : this.#rootsOf(project, repository))];
    const found = roots.filter((root) => isBelow(full, root)).map((root) => full.slice(root.length + 1));
    return [...new Set(found)];
  }

  #full(project: string | null, path: string): string | undefined {
    const plain = slashed(path);
    const folder = project === null ? undefined : slashed(project);
    const isWhole = plain.startsWith('/') || /^[A-Za-z]:\//.test(plain);
    if (!isWhole && folder === undefined) return undefined;
    const full = posix.normalize(isWhole ? plain : `${folder}/${plain}`);
    if (folder === undefined || !isBelow(full, folder)) return full;
    // The agent may have been started through a symbolic link.
    let followed = this.#reals.get(folder);
    if (followed === undefined) {
      followed = real(folder);
      this.#reals.set(folder, followed);
    }
    return slashed(join(followed, full.slice(folder.length + 1)));
  }

  /** The roots that paths below a project are taken from. */
  #rootsOf(project: string, url: string | null): readonly string[] {
    const key = `${project}\n${url}`;
    let roots = this.#projects.get(key);
    if (!roots) {
      roots = this.#find(slashed(real(project)), url);
      this.#projects.set(key, roots);
    }
    return roots;
  }

  #find(project: string, url: string | null): string[] {
    const own = this.#roots.find((root) => project === root || isBelow(project, root));
    const top = topOf(project);
    if (own !== undefined) {
      // A working tree below another that is gone: nothing is left that would tell where it began.
      const isGone = project !== own && !existsSync(project);
      return isGone ? [own, project] : [own];
    }
    if (top !== undefined && this.#isClone(top)) return [top];
    if (url !== null && this.#remotes.includes(canonicalUrl(url) ?? url)) return [top ?? project];
    return [];
  }

  /** Another clone: it has a remote of ours, or one of the two was cloned from the other. */
  #isClone(top: string): boolean {
    const remotes = remotesIn(top).map((remote) => sameName(remote, top));
    const places = [slashed(real(top)), ...this.#roots];
    return (
      remotes.some((one) => this.#remotes.includes(one) || one === slashed(this.#main)) ||
      this.#remotes.some((one) => one === places[0])
    );
  }
}

const slashed = (path: string): string => path.replaceAll('\\', '/').replace(/(?<=.)\/+$/, '');
const isBelow = (path: string, folder: string): boolean => path.startsWith(`${folder}/`);

/** One name for a remote: its canonical address, or the folder that it is. */
function sameName(remote: string, from: string): string {
  const url = canonicalUrl(remote);
  if (url !== undefined) return url;
  const folder = real(resolve(from, remote.replace(/^file:\/\//, '')));
  return slashed(folder).replace(/\/\.git$/, '');
}

/** The folder around a path that git works in, without asking git. */
function topOf(path: string): string | undefined {
  for (let at = path; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return slashed(at);
    if (dirname(at) === at) return undefined;
  }
}

/** The addresses in the configuration of a clone: read as text, so nothing of it runs. */
function remotesIn(top: string): string[] {
  try {
    const dot = join(top, '.git');
    const folder = statSync(dot).isDirectory() ? dot : commonOf(dot);
    const text = readFileSync(join(folder, 'config'), 'utf8');
    return [...text.matchAll(/^\s*url\s*=\s*(.+?)\s*$/gm)].map(([, url]) => url as string);
  } catch {
    return [];
  }
}

/** A linked working tree names the folder of its own, which is two levels below the common one. */
function commonOf(dot: string): string {
  const own = /^gitdir: (.+)$/m.exec(readFileSync(dot, 'utf8'))?.[1] ?? '';
  return resolve(dirname(dot), own, '..', '..');
}
