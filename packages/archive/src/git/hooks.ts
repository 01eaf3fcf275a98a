/** Puts hooks into a repository, or into a folder for all of them, and takes them away again, byte for byte. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { Failure } from '@hansard/core';
import { Git } from './git-program.ts';
import {
  BEFORE,
  HOOKS,
  type HookOptions,
  hookScript,
  isOurs,
  OTHER_HOOKS,
  TRAILER_HOOK,
  writesTrailer,
} from './hook-script.ts';
import type { Repository } from './repository.ts';

export interface HookState {
  readonly name: string;
  readonly path: string;
  /** `ours`, alone or before another hook; `other`: somebody else's; `none`. */
  readonly state: 'ours' | 'ours, then what was there' | 'other' | 'none';
}

/** The folder that git takes the repository's hooks from. */
export async function hooksFolder(repository: Repository): Promise<string> {
  const configured = await setting(repository.git, 'core.hooksPath');
  if (configured) return resolve(repository.root, configured.replace(/^~(?=\/)/, process.env['HOME'] ?? '~'));
  return join(repository.commonFolder, 'hooks');
}

export function hookStates(folder: string): HookState[] {
  return [...HOOKS, ...(hasTrailer(folder) ? [TRAILER_HOOK] : [])].map((name) => {
    const path = join(folder, name);
    const hasBefore = existsSync(path + BEFORE);
    if (!existsSync(path)) return { name, path, state: 'none' };
    if (!isOurs(readFileSync(path, 'utf8'))) return { name, path, state: 'other' };
    return { name, path, state: hasBefore ? 'ours, then what was there' : 'ours' };
  });
}

/** Whether commits get a trailer with the sessions that wrote them. */
export function hasTrailer(folder: string): boolean {
  const path = join(folder, TRAILER_HOOK);
  return existsSync(path) && writesTrailer(readFileSync(path, 'utf8'));
}

export function installHooks(folder: string, options: HookOptions): HookState[] {
  mkdirSync(folder, { recursive: true });
  // A trailer that is wanted no more goes; in the folder of all repositories the hook stays, for their own.
  if (!options.trailer && !options.global) takeAway(join(folder, TRAILER_HOOK));
  const own = options.trailer ? [...HOOKS, TRAILER_HOOK] : HOOKS;
  for (const name of options.global ? [...HOOKS, ...OTHER_HOOKS] : own) {
    const path = join(folder, name);
    if (existsSync(path) && !isOurs(readFileSync(path, 'utf8'))) {
      if (existsSync(path + BEFORE)) {
        // Somebody put a hook in the place of ours: that one is the newer, and the kept one is theirs to keep.
        throw new Failure(
          'output-exists',
          `${path} was replaced since it was installed, and ${path}${BEFORE} is still there.`,
          {
            remedy: `Look at both, remove the one that is not needed, and install again.`,
          },
        );
      }
      renameSync(path, path + BEFORE);
    }
    writeFileSync(path, hookScript(name, options));
    chmodSync(path, 0o755);
  }
  return hookStates(folder);
}

export function uninstallHooks(folder: string): HookState[] {
  for (const name of [...HOOKS, ...OTHER_HOOKS]) takeAway(join(folder, name));
  return hookStates(folder);
}

/** Removes a hook of ours, and brings back what was there before it. */
function takeAway(path: string): void {
  const isThere = existsSync(path);
  if (isThere && !isOurs(readFileSync(path, 'utf8'))) return;
  if (isThere) rmSync(path);
  if (existsSync(path + BEFORE)) renameSync(path + BEFORE, path);
}

const GLOBAL = 'core.hooksPath';

/** Hooks for every repository of the user that has none of its own. */
export async function installGlobal(
  home: string,
  env: Record<string, string | undefined>,
  own: string,
  options: HookOptions,
): Promise<HookState[]> {
  const git = new Git(home, env);
  const configured = await setting(git, GLOBAL, '--global');
  const folder = configured ? resolve(home, configured.replace(/^~\//, `${home}/`)) : own;
  const states = installHooks(folder, { ...options, global: folder === own });
  if (!configured) await write(git, ['config', '--global', GLOBAL, own]);
  return states;
}

export async function uninstallGlobal(
  home: string,
  env: Record<string, string | undefined>,
  own: string,
): Promise<HookState[]> {
  const git = new Git(home, env);
  const configured = await setting(git, GLOBAL, '--global');
  const folder = configured ? resolve(home, configured.replace(/^~\//, `${home}/`)) : own;
  const states = existsSync(folder) ? uninstallHooks(folder) : [];
  if (folder === own) {
    if (configured) await write(git, ['config', '--global', '--unset', GLOBAL]);
    if (existsSync(own) && readdirSync(own).length === 0) rmdirSync(own);
  }
  return states;
}

/** As the user has set it: our own settings, which keep hooks from being run, are left out. */
export async function setting(git: Git, name: string, ...scope: string[]): Promise<string | undefined> {
  const { status, out } = await git.run(['config', ...scope, '--get', name], { plain: true });
  return status === 0 ? out.toString('utf8').trim() || undefined : undefined;
}

async function write(git: Git, args: readonly string[]): Promise<void> {
  const { status, err } = await git.run(args, { plain: true });
  if (status !== 0) throw new Failure('git-failed', `git could not change its settings: ${err}`);
}

/** Keeps a word of the user's in the repository's own settings, or takes it away. */
export async function keepSetting(repository: Repository, name: string, value: string | undefined): Promise<void> {
  if (value !== undefined) await write(repository.git, ['config', '--local', name, value]);
  else if (await setting(repository.git, name, '--local'))
    await write(repository.git, ['config', '--local', '--unset', name]);
}

export const spoolFile = (home: string): string => join(home, 'git-spool');
