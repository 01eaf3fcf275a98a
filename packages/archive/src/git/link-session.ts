/** Looks for the commits that a session led to, and keeps them in the journal. */
import type { Archive } from '../archive.ts';
import type { SessionFound } from '../sqlite/sessions/find-session.ts';
import { linkCommits, refreshLinks } from './link-commits.ts';
import { commitsChanging } from './read-commits.ts';
import type { Repository } from './repository.ts';
import { RepositoryEdits } from './repository-edits.ts';

/** A session is looked for in so many commits after its beginning: the first that change its files, and the latest. */
const MOST_COMMITS = 400;
/** Files of one session that are looked for by name; beyond that every commit of the time is looked at. */
const MOST_PATHS = 500;
/** Whatever is committed so soon after a session is looked at, under whichever name its files are by then. */
const SOON_MS = 3600_000;

export interface LinkSessionOptions {
  readonly now: string;
  readonly edits?: RepositoryEdits | undefined;
  /** Commits that were looked at before, in the same run. */
  readonly seen?: Set<string> | undefined;
}

export async function linkSession(
  archive: Archive,
  repository: Repository,
  session: SessionFound,
  { now, edits: loaded, seen }: LinkSessionOptions,
): Promise<void> {
  const edits = loaded ?? (await RepositoryEdits.of(archive, repository));
  const ids = (await candidates(repository, edits, session)).filter((id) => !seen?.has(id));
  if (ids.length > 0) await linkCommits(archive, repository, ['--no-walk=unsorted', ...ids], { now, edits });
  for (const id of ids) seen?.add(id);
  await refreshLinks(archive, repository, now);
}

async function candidates(repository: Repository, edits: RepositoryEdits, session: SessionFound): Promise<string[]> {
  const { status } = await repository.git.run(['rev-parse', '--verify', '--quiet', 'HEAD']);
  if (status !== 0) return [];
  const since = session.started === null ? [] : [`--since=${new Date(session.started - 60_000).toISOString()}`];
  const until = session.ended === null ? [] : [`--until=${new Date(session.ended + SOON_MS).toISOString()}`];
  const paths = edits.pathsOf(session.id);
  const made = edits
    .commands()
    .flatMap(({ kind, text, session: id }) => (kind === 'commit' && id === session.id ? [text] : []));
  const [changing, soon] = await Promise.all([
    paths.length > 0 && paths.length <= MOST_PATHS ? commitsChanging(repository, ['--all', ...since], paths) : [],
    paths.length > 0 && until.length > 0 ? commitsChanging(repository, ['--all', ...since, ...until], []) : [],
  ]);
  const own = [];
  for (const id of made.slice(-MOST_COMMITS)) {
    const object = await repository.objects.read(id);
    if (object?.type === 'commit') own.push(object.id);
  }
  return [...new Set([...own, ...bounded(changing), ...bounded(soon)])];
}

const bounded = (ids: readonly string[]): string[] =>
  ids.length <= MOST_COMMITS ? [...ids] : [...ids.slice(0, MOST_COMMITS / 2), ...ids.slice(-MOST_COMMITS / 2)];
