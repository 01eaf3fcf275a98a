/** Where an export goes: standard output, one file, or a folder with a file for each session. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Failure } from '@hansard/core';
import type { Format } from '@hansard/core/formats/contract.ts';
import type { Profile } from '@hansard/core/privacy/index.ts';

export type Destination =
  | { readonly to: 'stdout' }
  | { readonly to: 'file'; readonly path: string }
  | { readonly to: 'folder'; readonly path: string };

export interface Wanted {
  /** `--output` */
  readonly given: string | undefined;
  readonly format: Format;
  readonly sessions: number;
  /** The sessions were found, not named: one may be one of many the next time. */
  readonly isSearch: boolean;
  readonly profile: Profile;
  /** The profile was named with `--profile`, not by a setting. */
  readonly saidProfile: boolean;
  readonly isTerminal: boolean;
}

/** Where several sessions go that cannot be joined, when nothing is said. */
const USUAL_FOLDER = 'hansard-export';

export function destinationOf(wanted: Wanted): Destination {
  const { format, sessions } = wanted;
  const given = wanted.given ?? usualPlace(wanted);
  if (given === undefined || given === '-') {
    checkStream(wanted);
    return { to: 'stdout' };
  }
  const path = resolve(given);
  const existing = statSync(path, { throwIfNoEntry: false });
  if (wanted.profile.local) checkLocal(wanted, existing !== undefined && !existing.isFile() && !existing.isDirectory());
  const isMany = sessions > 1 || wanted.isSearch;
  const isFolder = format.layout === 'folder' || isMany || existing?.isDirectory() || /[\\/]$/.test(given);
  if (isFolder && existing && !existing.isDirectory()) {
    throw new Failure('output-failed', `${given} is not a folder, and this needs one.`);
  }
  return { to: isFolder ? 'folder' : 'file', path };
}

/** Nobody reads a page in a terminal. A profile that takes nothing out has to be told where to write. */
function usualPlace({ format, sessions, isSearch, profile, isTerminal }: Wanted): string | undefined {
  if (profile.local || format.layout === 'folder') return undefined;
  if ((sessions > 1 || isSearch) && !format.joinable) return USUAL_FOLDER;
  return format.mediaType === 'text/html' && isTerminal ? './' : undefined;
}

function checkStream({ format, sessions, profile, isTerminal }: Wanted): void {
  if (profile.local) {
    throw new Failure('profile-local', `The profile ${profile.name} is for local files only: name one with --output.`);
  }
  if (format.layout === 'folder') {
    throw new Failure('bad-argument', `${format.label} is a folder of files: name one with --output.`);
  }
  if (sessions > 1 && !format.joinable) {
    throw new Failure('bad-argument', `${format.label} holds one session: name a folder with --output.`);
  }
  if (format.content === 'binary' && isTerminal) {
    throw new Failure('bad-argument', `${format.label} is not text: name a file with --output.`);
  }
}

function checkLocal({ profile, saidProfile }: Wanted, isSpecial: boolean): void {
  if (!saidProfile) {
    const message = `The profile ${profile.name} takes nothing out, and has to be named with --profile.`;
    throw new Failure('profile-local', message);
  }
  if (isSpecial) {
    throw new Failure('profile-local', `The profile ${profile.name} is for local files; this is a pipe or a device.`);
  }
}
