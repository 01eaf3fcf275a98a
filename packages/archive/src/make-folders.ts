/**
 * Makes a folder and those above it, for their owner only. Node's recursive `mkdir` never returns where the system
 * refuses a folder with ENOENT although its parent is there, as under /proc.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

export function makeFolders(path: string): void {
  const missing: string[] = [];
  for (let folder = path; !existsSync(folder) && dirname(folder) !== folder; folder = dirname(folder))
    missing.push(folder);
  for (const folder of missing.reverse()) makeOne(folder);
}

/** Another process may have made it meanwhile. */
function makeOne(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
