/** Where the archive lives: `HANSARD_HOME`, or the platform's folder for a user's data. Only the user may look inside. */
import { chmodSync, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, type Host } from '@hansard/core';
import { dataHome } from '@hansard/core/data-home.ts';
import { makeFolders } from './make-folders.ts';

export function archiveHome(host: Pick<Host, 'env' | 'home' | 'platform'>): string {
  return dataHome({ ...pick(host), join });
}

const pick = ({ env, home, platform }: Pick<Host, 'env' | 'home' | 'platform'>) => ({ env, home, platform });

/** The database inside it. */
export const archiveFile = (folder: string): string => join(folder, 'archive.db');

export function archiveExists(host: Pick<Host, 'env' | 'home' | 'platform'>): boolean {
  return existsSync(archiveFile(archiveHome(host)));
}

/** Makes the folder if need be, readable by nobody else. One of another user may hold a token or a database that they planted. */
export function prepareHome(folder: string): void {
  try {
    makeFolders(folder);
    checkOwner(folder);
    closeToOthers(folder);
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    throw new Failure(
      'archive-unusable',
      `The folder of the archive, ${folder}, cannot be made: ${(cause as Error).message}`,
      { cause },
    );
  }
}

function checkOwner(folder: string): void {
  const own = process.getuid?.();
  if (own === undefined || statSync(folder).uid === own) return;
  throw new Failure('archive-unusable', `The folder of the archive, ${folder}, belongs to another user.`, {
    remedy: 'Point HANSARD_HOME to a folder of your own, or make this one yours if you trust what is in it.',
  });
}

/** Takes the rights of everybody else away, and leaves the owner's as they are. */
export function closeToOthers(path: string): void {
  if (process.platform === 'win32') return;
  const { mode } = statSync(path);
  if (mode & 0o077) chmodSync(path, mode & 0o700);
}
