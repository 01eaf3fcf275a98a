/**
 * A private copy of a database and its journals, for the cases in which reading the original in place would have
 * to create a file beside it. Taken without a lock, so it is checked that nothing was written meanwhile.
 */
import { chmodSync, constants, copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface DatabaseCopy {
  readonly path: string;
  remove(): void;
}

const JOURNALS = ['-wal', '-journal'];
const ATTEMPTS = 5;

/** Undefined when the files cannot be read, or kept changing while they were copied. */
export function copyDatabase(path: string): DatabaseCopy | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'hansard-'));
  const copy = { path: join(folder, 'copy.db'), remove: () => rmSync(folder, { recursive: true, force: true }) };
  try {
    chmodSync(folder, 0o700);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const before = marks(path);
      copyFiles(path, copy.path);
      if (marks(path) === before) return copy;
    }
  } catch {
    // Falls through: a file that vanished or may not be read.
  }
  copy.remove();
  return undefined;
}

function copyFiles(from: string, to: string): void {
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  for (const suffix of JOURNALS) {
    rmSync(to + suffix, { force: true });
    if (fileMark(from + suffix)) copyFileSync(from + suffix, to + suffix, constants.COPYFILE_FICLONE);
  }
}

function marks(path: string): string {
  return ['', ...JOURNALS].map((suffix) => fileMark(path + suffix)).join(' ');
}

function fileMark(path: string): string {
  const file = statSync(path, { throwIfNoEntry: false, bigint: true });
  return file ? `${file.ino}:${file.size}:${file.mtimeNs}` : '';
}
