/** Opens the archive, brings it up to date, and opens the repository around a path, for commands about commits. */
import { Archive, indexWritten, Repository } from '@hansard/archive';
import type { Host } from '@hansard/core';
import type { Context } from '../context.ts';
import { hostOf, syncedReaders } from '../machine.ts';
import { noteProblems, runSync } from '../sync/run-sync.ts';

export interface RepositoryWork {
  readonly archive: Archive;
  readonly host: Host;
  readonly repository: Repository;
}

/** `begin`: what needs the repository alone, and goes on while the archive is brought up to date. */
export async function withRepository<T, Begun = undefined>(
  context: Context,
  path: string,
  work: (opened: RepositoryWork, begun: Begun) => Promise<T>,
  begin?: (repository: Repository) => Promise<Begun>,
): Promise<T> {
  // First of all: where there is no repository, nothing else is to be done.
  const repository = await Repository.open(path, context.env);
  try {
    const begun = (await begin?.(repository)) as Begun;
    return await withSynced(context, (archive, host) => work({ archive, host, repository }, begun));
  } finally {
    repository.close();
  }
}

/** The archive with everything that the agents have written up to now. */
export async function withSynced<T>(context: Context, work: (archive: Archive, host: Host) => Promise<T>): Promise<T> {
  const host = hostOf(context);
  const archive = await Archive.open(host);
  try {
    noteProblems(context, await runSync(context, archive, await syncedReaders(context)));
    await indexWritten(archive);
    return await work(archive, host);
  } finally {
    archive.close();
  }
}
