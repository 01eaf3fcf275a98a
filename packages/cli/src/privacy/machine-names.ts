/** What this machine calls its user and itself, so that these names can be replaced in what leaves. */
import { readFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import type { MachineNames } from '@hansard/core/privacy/index.ts';

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** The account's name, those that programs are told, the folder that is named for it, and what git writes in commits. */
export function machineNames({ env, home }: Surroundings): MachineNames {
  const variables = ['USER', 'LOGNAME', 'USERNAME', 'SUDO_USER'].map((name) => env[name]);
  const authors = ['GIT_AUTHOR_NAME', 'GIT_COMMITTER_NAME'].map((name) => env[name]);
  const configs = [join(home, '.gitconfig'), join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'git', 'config')];
  return {
    users: distinct([accountName(), ...variables, folderName(home)]),
    hosts: distinct([hostname(), env['HOSTNAME'], env['COMPUTERNAME']]),
    people: distinct([...authors, ...configs.flatMap(namesInGitConfig)]),
  };
}

/** A process in a container may run as a number that has no name. */
function accountName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}

const folderName = (home: string): string | undefined => home.split(/[\\/]/).findLast((name) => name !== '');

/** `name` in the section `user`. */
function namesInGitConfig(path: string): string[] {
  const names: string[] = [];
  let section = '';
  for (const line of textAt(path).split('\n')) {
    const trimmed = line.trim();
    if (trimmed.startsWith('[')) section = trimmed.toLowerCase();
    const [key, ...value] = trimmed.split('=');
    if (section === '[user]' && key?.trim().toLowerCase() === 'name') names.push(unquoted(value.join('=').trim()));
  }
  return names;
}

const unquoted = (text: string): string =>
  text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;

function textAt(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

const distinct = (names: readonly (string | undefined)[]): string[] => [
  ...new Set(names.flatMap((name) => (name?.trim() ? [name.trim()] : []))),
];
