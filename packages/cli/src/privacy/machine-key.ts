/**
 * The machine's own key: pseudonyms are made with it, so whoever has it can try names until one fits. It is made at
 * first use, lies beside the archive for its owner only, and is never printed. Backups do not hold it: they go to other
 * disks and machines, and a key that travels links its owner there. Losing it costs no data, only that pseudonyms
 * made later differ from earlier ones.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { archiveHome, makeFile, makeFolders, replaceFile } from '@hansard/archive';
import { Failure, type Host } from '@hansard/core';

const KEY_FILE = 'key';
const KEY_BYTES = 32;

export function machineKey(host: Pick<Host, 'env' | 'home' | 'platform'>): Uint8Array {
  const folder = archiveHome(host);
  const path = join(folder, KEY_FILE);
  try {
    return readKey(path) ?? makeKey(folder, path);
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    throw new Failure('archive-unusable', `The key ${path} cannot be used: ${(cause as Error).message}`, { cause });
  }
}

/** Takes the key that another machine of the same person has; what was here is replaced. */
export function takeKey(host: Pick<Host, 'env' | 'home' | 'platform'>, text: string): void {
  if (!/^[0-9a-f]{64}$/.test(text)) {
    throw new Failure(
      'bad-argument',
      'That is no key: `hansard keys export --file FILE` writes one on the other machine.',
    );
  }
  const folder = archiveHome(host);
  makeFolders(folder);
  replaceFile(join(folder, KEY_FILE), `${text}\n`);
}

function readKey(path: string): Uint8Array | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  if (!/^[0-9a-f]{64}$/.test(text)) {
    throw new Failure('archive-unusable', `${path} is not a key.`, {
      remedy: 'Move it away: a new one is made, and pseudonyms made from then on differ from earlier ones.',
    });
  }
  return Uint8Array.from(Buffer.from(text, 'hex'));
}

/** Of two programs that make one at the same time, the first wins. */
function makeKey(folder: string, path: string): Uint8Array {
  makeFolders(folder);
  if (process.platform !== 'win32') chmodSync(folder, 0o700);
  const key = randomBytes(KEY_BYTES);
  makeFile(path, `${key.toString('hex')}\n`);
  return readKey(path) ?? key;
}
