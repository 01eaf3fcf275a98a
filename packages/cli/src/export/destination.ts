/** Where an export goes: standard output, one file, or a folder with a file for each session. */
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
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
  readonly profile: Profile;
  /** The profile was named with `--profile`, not by a setting. */
  readonly saidProfile: boolean;
  readonly isTerminal: boolean;
}

export function destinationOf(wanted: Wanted): Destination {
  const { given, format, sessions } = wanted;
  if (given === undefined || given === '-') {
    checkStream(wanted);
    return { to: 'stdout' };
  }
  const path = resolve(given);
  const existing = statSync(path, { throwIfNoEntry: false });
  if (wanted.profile.local) checkLocal(wanted, existing !== undefined && !existing.isFile() && !existing.isDirectory());
  const isFolder = format.layout === 'folder' || sessions > 1 || existing?.isDirectory() || /[\\/]$/.test(given);
  if (isFolder && existing && !existing.isDirectory()) {
    throw new Failure('output-failed', `${given} is no folder, and this needs one.`);
  }
  return { to: isFolder ? 'folder' : 'file', path };
}

/** The file of a session in a folder of exports; its id is part of what leaves anyway. */
export function fileIn(folder: string, id: string, { extension }: Format): string {
  return join(folder, `${id.replaceAll(/[^\w.-]/g, '_')}.${extension}`);
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
