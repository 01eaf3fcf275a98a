/** Writes a copy of a database, as of now, which appears under its name when it is whole, for its owner only. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import type { SqliteConnection } from '../host/sqlite-module.ts';

/** `prepare` works on the copy before it gets its name. */
export function writeDatabaseCopy(
  connection: SqliteConnection,
  path: string,
  prepare?: (partial: string) => void,
): void {
  const partial = `${path}.${process.pid}.partial`;
  try {
    // Made first, so that the copy is never readable by others, not even while it is written.
    closeSync(openSync(partial, 'wx', 0o600));
    connection.prepare('VACUUM INTO ?').run(partial);
    prepare?.(partial);
    flush(partial);
    renameSync(partial, path);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

function flush(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
