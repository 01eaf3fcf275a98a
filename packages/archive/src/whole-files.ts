/** Small files beside the archive, for their owner only. Each is there whole or not at all, whatever happens meanwhile. */
import { constants, copyFileSync, linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Writes a file, or another in its place. */
export function replaceFile(path: string, text: string): void {
  withPartial(path, text, (partial) => renameSync(partial, path));
}

/** Writes a file that is not there yet. Of two programs that make one at the same time the first wins: false for others. */
export function makeFile(path: string, text: string): boolean {
  return withPartial(path, text, (partial) => {
    try {
      linkSync(partial, path);
    } catch (error) {
      if (exists(error)) return false;
      return copyTo(partial, path);
    }
    return true;
  });
}

/** Some file systems know no second name of a file. */
function copyTo(partial: string, path: string): boolean {
  try {
    copyFileSync(partial, path, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if (exists(error)) return false;
    throw error;
  }
}

function withPartial<T>(path: string, text: string, place: (partial: string) => T): T {
  const partial = `${path}.${process.pid}.partial`;
  try {
    writeFileSync(partial, text, { mode: 0o600 });
    return place(partial);
  } finally {
    rmSync(partial, { force: true });
  }
}

const exists = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EEXIST';
