/** Which sessions wrote lines of what is about to be committed: for a trailer of the message. */
import type { Archive } from '../archive.ts';
import type { GitSession } from '../sqlite/git/written-edits.ts';
import { commitAuthors } from './commit-authors.ts';
import { parseFiles } from './read-commits.ts';
import type { Repository } from './repository.ts';
import { RepositoryEdits } from './repository-edits.ts';

/** The index, as git names what is in it: `:0:path`. */
const INDEX = ':0';
const DIFF = ['diff-index', '--cached', '-p', '-U0', '-M', '--no-color', '--no-ext-diff', '--no-textconv'];

export async function stagedSessions(archive: Archive, repository: Repository, now: number): Promise<GitSession[]> {
  // What a merge brings in was committed with its own message.
  if (await isThere(repository, 'MERGE_HEAD')) return [];
  const hasHead = await isThere(repository, 'HEAD');
  const against = hasHead ? 'HEAD' : await emptyTree(repository);
  const files = parseFiles(await repository.git.text([...DIFF, against, '--']));
  const edits = await RepositoryEdits.of(archive, repository);
  const parents = hasHead ? [await repository.commit('HEAD')] : [];
  const staged = { id: INDEX, parents, time: now, author: '', summary: '', files };
  const { sessions } = await commitAuthors(archive, repository, edits, staged);
  return [...sessions].flatMap(([number, { lines }]) => {
    const session = edits.sessions.get(number);
    return session && lines > 0 ? [session] : [];
  });
}

async function isThere(repository: Repository, name: string): Promise<boolean> {
  return (await repository.git.run(['rev-parse', '--verify', '--quiet', name])).status === 0;
}

async function emptyTree(repository: Repository): Promise<string> {
  return (await repository.git.text(['hash-object', '-t', 'tree', '--stdin'])).trim();
}
