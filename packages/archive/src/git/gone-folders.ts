/**
 * Sessions whose folder is gone: a linked working tree that was removed, a repository under another name. What is known
 * besides the folder ties them to a repository: links in the journal, and commits that they made themselves.
 */
import { existsSync } from 'node:fs';
import type { Archive } from '../archive.ts';
import { type LinkedCommit, linkedCommits } from '../sqlite/git/linked-commits.ts';
import { type GitSession, pathsWrittenBy, ranIn } from '../sqlite/git/written-edits.ts';
import type { Repository } from './repository.ts';

/** Commits of one session that are looked for, and of all together: each is a question to git. */
const MOST_OF_SESSION = 5;
const MOST_COMMITS = 2000;
/** A command prints a commit when it made it. */
const NEAR_MS = 3600_000;

export interface GoneSessions {
  /** Those that are the repository's, with the folders that stood for it. */
  readonly bound: ReadonlyMap<GitSession, readonly string[]>;
  /** Those of which nothing tells where they belong: neither an address nor a link to another repository. */
  readonly stray: readonly GitSession[];
}

/** `sessions`: those that no folder ties to the repository. */
export async function goneSessions(
  archive: Archive,
  repository: Repository,
  sessions: readonly GitSession[],
): Promise<GoneSessions> {
  const isThere = new Map<string, boolean>();
  const gone = sessions.filter(({ project }) => {
    if (project === null) return false;
    if (!isThere.has(project)) isThere.set(project, existsSync(project));
    return !isThere.get(project);
  });
  if (gone.length === 0) return { bound: new Map(), stray: [] };
  const links = linksBySession(archive);
  const made = madeBy(archive, gone);
  const has = commitFinder(repository);
  const bound = new Map<GitSession, readonly string[]>();
  for (const session of gone) {
    const own = links.get(session.key) ?? [];
    const isOurs = own.some((link) => link.repository === repository.commonFolder) || (await someOf(own, has));
    if (isOurs || (await someOf(made.get(session.id) ?? [], has))) bound.set(session, rootsOf(archive, session, own));
  }
  const url = await repository.url();
  const isElsewhere = (session: GitSession) =>
    (url !== undefined && session.repository !== null) ||
    (links.get(session.key) ?? []).some((link) => existsSync(link.repository));
  return { bound, stray: gone.filter((session) => !bound.has(session) && !isElsewhere(session)) };
}

function linksBySession(archive: Archive): Map<string, LinkedCommit[]> {
  const links = new Map<string, LinkedCommit[]>();
  for (const link of linkedCommits(archive.sql)) {
    const known = links.get(link.session);
    if (known) known.push(link);
    else links.set(link.session, [link]);
  }
  return links;
}

interface Sought {
  readonly revision: string;
  /** When it was made, where that is to be seen in the commit. */
  readonly time?: number | null;
}

async function someOf(commits: readonly Sought[], has: (one: Sought) => Promise<boolean>): Promise<boolean> {
  for (const one of commits.slice(-MOST_OF_SESSION)) if (await has(one)) return true;
  return false;
}

function commitFinder(repository: Repository): (one: Sought) => Promise<boolean> {
  let asked = 0;
  return async ({ revision, time = null }) => {
    if (++asked > MOST_COMMITS) return false;
    const object = await repository.objects.read(revision);
    if (object?.type !== 'commit' || !object.id.startsWith(revision)) return false;
    const committed = Number(/^committer .* (\d+) [+-]\d{4}$/m.exec(object.bytes.toString('utf8'))?.[1]) * 1000;
    return time === null || Math.abs(committed - time) <= NEAR_MS;
  };
}

/** The commits that sessions made in their shells, as git named them. */
function madeBy(archive: Archive, sessions: readonly GitSession[]): Map<number, Sought[]> {
  const made = new Map<number, Sought[]>();
  const ids = sessions.map(({ id }) => id);
  for (const { kind, text, session, time } of ranIn(archive.sql, ids)) {
    if (kind !== 'commit' || time === null || !/^[0-9a-f]{7,64}$/.test(text)) continue;
    made.set(session, [...(made.get(session) ?? []), { revision: text, time }]);
  }
  return made;
}

/** A session may have begun in a folder of the working tree: the files that are known of both tell where it began. */
function rootsOf(archive: Archive, { id, project }: GitSession, links: readonly LinkedCommit[]): string[] {
  const folder = (project as string).replaceAll('\\', '/').replace(/\/+$/, '');
  const roots = new Set([folder]);
  const known = new Set(links.flatMap(({ files }) => files));
  for (const path of pathsWrittenBy(archive.sql, id)) {
    for (const file of known) {
      const root = rootBehind(path.replaceAll('\\', '/'), file);
      if (root !== undefined && folder.startsWith(`${root}/`)) roots.add(root);
    }
  }
  return [...roots];
}

/** The folder that a file's name in the repository is to be taken from. */
export function rootBehind(path: string, inside: string): string | undefined {
  return path.endsWith(`/${inside}`) ? path.slice(0, -inside.length - 1) : undefined;
}
