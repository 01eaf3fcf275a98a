/** Where the archive lives: `HANSARD_HOME`, or the platform's folder for a user's data. Only the user may look inside. */
import { chmodSync, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, type Host } from '@hansard/core';
import { makeFolders } from './make-folders.ts';

export function archiveHome({ env, home, platform }: Pick<Host, 'env' | 'home' | 'platform'>): string {
  if (env['HANSARD_HOME']) return env['HANSARD_HOME'];
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'hansard');
  if (platform === 'win32') return join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'hansard');
  return join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'hansard');
}

/** The database inside it. */
export const archiveFile = (folder: string): string => join(folder, 'archive.db');

export function archiveExists(host: Pick<Host, 'env' | 'home' | 'platform'>): boolean {
  return existsSync(archiveFile(archiveHome(host)));
}

/** Makes the folder if need be, readable by nobody else. */
export function prepareHome(folder: string): void {
  try {
    makeFolders(folder);
    closeToOthers(folder);
  } catch (cause) {
    throw new Failure(
      'archive-unusable',
      `The folder of the archive, ${folder}, cannot be made: ${(cause as Error).message}`,
      { cause },
    );
  }
}

/** Takes the rights of everybody else away, and leaves the owner's as they are. */
export function closeToOthers(path: string): void {
  if (process.platform === 'win32') return;
  const { mode } = statSync(path);
  if (mode & 0o077) chmodSync(path, mode & 0o700);
}
