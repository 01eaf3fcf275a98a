/**
 * The list of sessions that the user saw last, so that a number in it can be given to the next command. It holds ids
 * only, beside the archive, readable by its owner.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { archiveHome, replaceFile } from '@hansard/archive';
import type { Host } from '@hansard/core';

const FILE = 'last-list.json';

/** Remembers the ids in the order in which they were shown. A list that cannot be kept is no reason to fail. */
export function rememberList(host: Pick<Host, 'env' | 'home' | 'platform'>, uuids: readonly string[]): void {
  try {
    replaceFile(join(archiveHome(host), FILE), JSON.stringify(uuids));
  } catch {}
}

/** Undefined when none was shown yet. */
export function lastList(host: Pick<Host, 'env' | 'home' | 'platform'>): string[] | undefined {
  try {
    const list: unknown = JSON.parse(readFileSync(join(archiveHome(host), FILE), 'utf8'));
    return Array.isArray(list) ? list.filter((uuid) => typeof uuid === 'string') : undefined;
  } catch {
    return undefined;
  }
}
