/** Links the commits that hooks have told of, and forgets what they told. */
import { appendFileSync, existsSync, readFileSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { Failure } from '@hansard/core';
import type { Archive } from '../archive.ts';
import { setting } from './hooks.ts';
import { linkCommits, refreshLinks } from './link-commits.ts';
import { Repository } from './repository.ts';
import { writeNotes } from './write-notes.ts';

export interface SpoolTaken {
  readonly commits: number;
  readonly links: number;
  readonly problems: readonly string[];
}

const ID = /^[0-9a-f]{40,64}$/;

export async function takeSpool(
  archive: Archive,
  spool: string,
  env: Readonly<Record<string, string | undefined>>,
  now: string,
): Promise<SpoolTaken> {
  const commits = new Map<string, Set<string>>();
  for (const line of taken(spool)) {
    const [, , commit = '', folder = ''] = line.split('\t');
    if (!ID.test(commit) || folder === '') continue;
    commits.set(folder, (commits.get(folder) ?? new Set()).add(commit));
  }
  let [count, links] = [0, 0];
  const problems: string[] = [];
  for (const [folder, ids] of commits) {
    try {
      const done = await inRepository(archive, folder, ids, env, now);
      count += ids.size;
      links += done;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      problems.push(`${folder}: ${error.message}`);
    }
  }
  return { commits: count, links, problems };
}

async function inRepository(
  archive: Archive,
  folder: string,
  ids: ReadonlySet<string>,
  env: Readonly<Record<string, string | undefined>>,
  now: string,
): Promise<number> {
  const repository = await Repository.open(folder, env);
  try {
    const there = [];
    for (const id of ids) if ((await repository.objects.read(id))?.type === 'commit') there.push(id);
    const linked = there.length > 0 ? await linkCommits(archive, repository, ['--no-walk', ...there], { now }) : [];
    await refreshLinks(archive, repository, now);
    if ((await setting(repository.git, 'hansard.notes')) === 'true') await writeNotes(archive, repository, linked);
    return linked.reduce((sum, { links }) => sum + links.length, 0);
  } finally {
    repository.close();
  }
}

/** The lines so far; what hooks append meanwhile goes to a new file. */
function taken(spool: string): string[] {
  const mine = `${spool}.taken`;
  try {
    if (existsSync(spool)) {
      // One that was interrupted left its lines: they come first.
      if (existsSync(mine)) appendFileSync(mine, readFileSync(spool, 'utf8'));
      else renameSync(spool, mine);
      rmSync(spool, { force: true });
    }
    if (!existsSync(mine)) return [];
    const lines = readFileSync(mine, 'utf8').split('\n').filter(Boolean);
    rmSync(mine, { force: true });
    return lines;
  } finally {
    try {
      rmdirSync(`${spool}.lock`);
    } catch {}
  }
}
