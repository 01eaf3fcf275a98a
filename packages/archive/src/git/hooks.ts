/** Puts hooks into a repository, or into a folder for all of them, and takes them away again, byte for byte. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Failure } from '@hansard/core';
import { Git } from './git-program.ts';
import { foundAt, isThere, putHook, snapshot, takeAwayHook } from './hook-file.ts';
import {
  BEFORE,
  changeOf,
  HOOKS,
  type HookOptions,
  hookScript,
  OTHER_HOOKS,
  TRAILER_HOOK,
  writesTrailer,
} from './hook-script.ts';
import type { Repository } from './repository.ts';

export interface HookState {
  readonly name: string;
  readonly path: string;
  /** `ours`, alone or before another hook; `other`: somebody else's; `no file`: a folder, say; `none`. */
  readonly state: 'ours' | 'ours, then what was there' | 'other' | 'no file' | 'none';
  /** Others wrote into ours since it was installed. */
  readonly changed: boolean;
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
    const found = foundAt(path);
    if (found !== 'ours') return { name, path, state: found, changed: false };
    const state = isThere(path + BEFORE) ? 'ours, then what was there' : 'ours';
    return { name, path, state, changed: changeOf(readFileSync(path, 'utf8')) !== undefined };
  });
}

/** Whether commits get a trailer with the sessions that wrote them. */
export function hasTrailer(folder: string): boolean {
  const path = join(folder, TRAILER_HOOK);
  return foundAt(path) === 'ours' && writesTrailer(readFileSync(path, 'utf8'));
}

/** All of them or none. Tells what became of lines that others wrote into earlier ones of ours. */
export function installHooks(folder: string, options: HookOptions): string[] {
  const own = options.trailer ? [...HOOKS, TRAILER_HOOK] : HOOKS;
  const names = options.global ? [...HOOKS, ...OTHER_HOOKS] : own;
  const paths = names.map((name) => join(folder, name));
  const made = makeFolder(folder);
  for (const path of paths) refuseInTheWay(path);
  const trailer = join(folder, TRAILER_HOOK);
  const undo = [...paths, trailer].flatMap((path) => [snapshot(path), snapshot(path + BEFORE)]);
  try {
    // A trailer that is wanted no more goes; in the folder of all repositories the hook stays, for their own.
    const goes = !options.trailer && !options.global && foundAt(trailer) !== 'other';
    const said = goes ? takeAwayHook(trailer) : [];
    for (const [index, path] of paths.entries()) {
      const isChanged = foundAt(path) === 'ours' && changeOf(readFileSync(path, 'utf8')) !== undefined;
      if (isChanged) said.push(...takeAwayHook(path));
      putHook(path, hookScript(names[index] as string, options));
    }
    return said;
  } catch (cause) {
    for (const back of undo) back();
    if (made) rmSync(made, { recursive: true });
    throw new Failure('output-failed', `The hooks could not be written into ${folder}; it is as it was.`, { cause });
  }
}

const WHERE =
  'If core.hooksPath leads there by mistake, `git config --show-origin core.hooksPath` says where it is set.';

/** What was made first, to be removed when nothing comes of it. */
function makeFolder(folder: string): string | undefined {
  if (existsSync(folder) && statSync(folder).isDirectory()) return undefined;
  if (isThere(folder)) {
    throw new Failure('output-failed', `No hooks can be put into ${folder}: it is no folder.`, { remedy: WHERE });
  }
  try {
    return mkdirSync(folder, { recursive: true });
  } catch (cause) {
    throw new Failure('output-failed', `The folder ${folder} for hooks cannot be made.`, { cause, remedy: WHERE });
  }
}

function refuseInTheWay(path: string): void {
  const found = foundAt(path);
  if (found === 'no file') {
    throw new Failure('output-failed', `${path} is no file, so no hook can be put there.`, {
      remedy: 'Move it away, and install again. Nothing was changed.',
    });
  }
  if (found !== 'other' || !isThere(path + BEFORE)) return;
  // Somebody put a hook in the place of ours: that one is the newer, and the kept one is theirs to keep.
  throw new Failure(
    'output-exists',
    `${path} was replaced since it was installed, and ${path}${BEFORE} is still there.`,
    { remedy: 'Look at both, remove the one that is not needed, and install again. Nothing was changed.' },
  );
}

/** Tells what became of lines that are not ours. */
export const uninstallHooks = (folder: string): string[] =>
  [...HOOKS, ...OTHER_HOOKS].flatMap((name) => takeAwayHook(join(folder, name)));

const GLOBAL = 'core.hooksPath';

export interface HooksDone {
  readonly hooks: readonly HookState[];
  /** What became of lines that are not ours. */
  readonly said: readonly string[];
}

/** Hooks for every repository of the user that has none of its own. */
export async function installGlobal(
  home: string,
  env: Record<string, string | undefined>,
  own: string,
  options: HookOptions,
): Promise<HooksDone> {
  const git = new Git(home, env);
  const configured = await setting(git, GLOBAL, '--global');
  const folder = configured ? resolve(home, configured.replace(/^~\//, `${home}/`)) : own;
  const said = installHooks(folder, { ...options, global: folder === own });
  if (!configured) await write(git, ['config', '--global', GLOBAL, own]);
  return { hooks: hookStates(folder), said };
}

export async function uninstallGlobal(
  home: string,
  env: Record<string, string | undefined>,
  own: string,
): Promise<HooksDone> {
  const git = new Git(home, env);
  const configured = await setting(git, GLOBAL, '--global');
  const folder = configured ? resolve(home, configured.replace(/^~\//, `${home}/`)) : own;
  const isFolder = existsSync(folder);
  const said = isFolder ? uninstallHooks(folder) : [];
  if (folder === own) {
    if (configured) await write(git, ['config', '--global', '--unset', GLOBAL]);
    if (existsSync(own) && readdirSync(own).length === 0) rmdirSync(own);
  }
  return { hooks: isFolder ? hookStates(folder) : [], said };
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
