/** Where the hooks of a repository are, when that is more than its own folder: what a user should know before and after. */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { Failure } from '@hansard/core';
import { BEFORE, HOOKS, TRAILER_HOOK } from './hook-script.ts';
import type { Repository } from './repository.ts';

/** A folder elsewhere that is not there is more likely a mistake than a wish. */
export async function refuseNowhere(repository: Repository, folder: string): Promise<void> {
  if (existsSync(folder) || !(await isOutside(repository, folder))) return;
  throw new Failure(
    'file-not-found',
    `core.hooksPath leads to ${folder}, which is outside the repository and not there.`,
    {
      remedy:
        'Make the folder first if it is meant, or take the setting away with `git config --unset core.hooksPath`.',
    },
  );
}

/** What hooks that were just installed mean for others: repositories that share the folder, and people who get the files. */
export async function placeNotes(repository: Repository, folder: string): Promise<string[]> {
  if (await isOutside(repository, folder)) {
    return [
      `core.hooksPath leads to ${folder}, outside the repository: every repository that takes its hooks from there runs these.`,
    ];
  }
  const inside = relative(repository.root, realpathSync(folder));
  if (inside.startsWith('..')) return [];
  const paths = [...HOOKS, TRAILER_HOOK].flatMap((name) => [join(inside, name), join(inside, name + BEFORE)]);
  const list = async (...args: string[]) =>
    (await repository.git.text(['ls-files', '-z', ...args, '--', ...paths])).split('\0').filter(Boolean);
  const [changed, added] = [await list('--modified'), await list('--others', '--exclude-standard')];
  const notes = [];
  if (changed.length > 0) notes.push(`Changed, though git tracks them: ${changed.join(', ')}.`);
  if (added.length > 0) notes.push(`New files that git does not ignore: ${added.join(', ')}.`);
  if (notes.length === 0) return [];
  const why = 'They hold paths of this machine: do not commit them. `hansard git uninstall` brings everything back.';
  return [...notes, why];
}

async function isOutside(repository: Repository, folder: string): Promise<boolean> {
  const at = realpathSync(nearest(folder));
  const own = [repository.root, repository.commonFolder, ...(await repository.worktrees())];
  return own.every((one) => at !== one && !at.startsWith(one + sep));
}

function nearest(path: string): string {
  for (let at = path; ; at = dirname(at)) if (existsSync(at)) return at;
}
