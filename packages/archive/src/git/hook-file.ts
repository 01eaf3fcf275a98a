/** One hook on the disk, as git would run it: ours, somebody else's, or something that is no file. Links are never followed. */
import {
  chmodSync,
  lstatSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  type Stats,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { BEFORE, changeOf, type HookChange, isOurs } from './hook-script.ts';

/** The name under which is kept what others wrote and what cannot be the hook. */
const KEPT = '.kept-by-hansard';

export type Found = 'none' | 'ours' | 'other' | 'no file';

/** A link is somebody's own, wherever it leads. */
export function foundAt(path: string): Found {
  const stat = statOf(path);
  if (!stat) return 'none';
  if (stat.isSymbolicLink()) return 'other';
  if (!stat.isFile()) return 'no file';
  return isOurs(readFileSync(path, 'utf8')) ? 'ours' : 'other';
}

export const isThere = (path: string): boolean => statOf(path) !== undefined;

/** Below a file there is nothing: some versions of Node throw for that. */
function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Puts a script in the place of what is there, which is kept beside it. The name is free or a file of ours before. */
export function putHook(path: string, script: string): void {
  if (foundAt(path) === 'other') renameSync(path, path + BEFORE);
  // A file of its own: what a link leads to is never written.
  rmSync(path, { force: true });
  writeFileSync(path, script, { flag: 'wx' });
  chmodSync(path, 0o755);
}

/** Removes a hook of ours and brings back what was there before it. Tells what became of lines that are not ours. */
export function takeAwayHook(path: string): string[] {
  const found = foundAt(path);
  const before = path + BEFORE;
  if (found === 'no file') return [];
  if (found === 'other') {
    if (!isThere(before)) return [];
    const kept = keepAside(path, before);
    return [`${path} was replaced since it was installed, and stays. What was there before it is kept in ${kept}.`];
  }
  const said = found === 'ours' ? takeOurs(path, changeOf(readFileSync(path, 'utf8'))) : [];
  if (isThere(before)) renameSync(before, path);
  return said;
}

function takeOurs(path: string, change: HookChange | undefined): string[] {
  if (change && (change.added === undefined || isThere(path + BEFORE))) {
    const kept = keepAside(path, path);
    return [
      `${path} was changed since it was installed. It is kept with these changes in ${kept}, which git does not run.`,
    ];
  }
  rmSync(path);
  if (change?.added === undefined) return [];
  writeFileSync(path, change.added.startsWith('#!') ? change.added : `#!/bin/sh\n${change.added}`, { flag: 'wx' });
  chmodSync(path, 0o755);
  return [`Lines were added to ${path} since it was installed. They stay, and are the hook now.`];
}

/** Under a name beside the hook that nothing has yet. */
function keepAside(path: string, from: string): string {
  let kept = path + KEPT;
  for (let n = 2; isThere(kept); n++) kept = `${path}${KEPT}-${n}`;
  renameSync(from, kept);
  return kept;
}

/** Brings back what is at a path now, whatever happens to it. */
export function snapshot(path: string): () => void {
  const stat = statOf(path);
  if (stat?.isDirectory()) return () => {};
  const link = stat?.isSymbolicLink() ? readlinkSync(path) : undefined;
  const bytes = stat?.isFile() ? readFileSync(path) : undefined;
  return () => {
    rmSync(path, { force: true });
    if (link !== undefined) symlinkSync(link, path);
    if (bytes === undefined) return;
    writeFileSync(path, bytes, { flag: 'wx' });
    chmodSync(path, (stat?.mode ?? 0o644) & 0o7777);
  };
}
