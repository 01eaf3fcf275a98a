/** What this machine calls its user and itself, so that these names can be replaced in what leaves. */
import { hostname, userInfo } from 'node:os';
import type { MachineNames } from '@hansard/core/privacy/index.ts';

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** The account's name, those that programs are told, and the folder that is named for it. */
export function machineNames({ env, home }: Surroundings): MachineNames {
  const variables = ['USER', 'LOGNAME', 'USERNAME', 'SUDO_USER'].map((name) => env[name]);
  const people = ['GIT_AUTHOR_NAME', 'GIT_COMMITTER_NAME'].map((name) => env[name]);
  const hosts = [hostname(), env['HOSTNAME'], env['COMPUTERNAME']];
  return {
    users: distinct([accountName(), ...variables, folderName(home)]),
    hosts: distinct(hosts),
    people: distinct(people),
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

const distinct = (names: readonly (string | undefined)[]): string[] => [
  ...new Set(names.flatMap((name) => (name?.trim() ? [name.trim()] : []))),
];
