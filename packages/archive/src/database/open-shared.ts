/**
 * Opens the archive beside other programs. Those that have it open share a small file, which cannot be made on a disk
 * without any space. Then nobody has it open, and nobody can write: it is read as a file that does not change, unless
 * something that was written last is not in it yet.
 */
import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { SqliteConnection, SqliteConstructor } from '../host/sqlite-module.ts';
import { isOfSharedFile } from './storage-failure.ts';

export function openShared(
  Sqlite: SqliteConstructor,
  path: string,
  options: { readonly readOnly?: boolean } = {},
): SqliteConnection {
  const connection = new Sqlite(path, options);
  try {
    // Run at once, not prepared: only so do both bindings tell which file it was.
    connection.exec('SELECT count(*) FROM sqlite_master');
    return connection;
  } catch (error) {
    if (!isOfSharedFile(error) || hasLog(path)) return connection;
    connection.close();
    return new Sqlite(`${pathToFileURL(path).href}?immutable=1`, { readOnly: true });
  }
}

const hasLog = (path: string): boolean => (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
