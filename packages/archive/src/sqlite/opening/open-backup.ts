/** Opens a backup of an archive for reading. What it is told by its content: its tables and its version. */
import { Failure } from '@hansard/core';
import { MIGRATIONS } from '../../database/schema.ts';
import { Sql } from '../../database/sql.ts';
import { storageError } from '../../database/storage-failure.ts';
import { copyDatabase } from '../../host/database-copy.ts';
import { isDatabaseFile } from '../../host/node-database.ts';
import { loadSqlite, type SqliteConstructor } from '../../host/sqlite-module.ts';
import { Originals } from '../originals/originals.ts';
import { bringForward } from './open-database.ts';

export interface Backup {
  readonly path: string;
  readonly sql: Sql;
  readonly originals: Originals;
  close(): void;
}

interface Opened {
  readonly sql: Sql;
  close(): void;
}

/** Before it, backups held originals alone. */
const FIRST_WITH_JOURNAL = 2;
const TABLES = ['input', 'version', 'manifest', 'block', 'machine', 'known_session', 'erased'];

/** Undefined when the file is no backup of any version; a database that cannot be read may be a part of one. */
export async function openBackup(path: string): Promise<Backup | undefined> {
  const Sqlite = (await loadSqlite()) as SqliteConstructor;
  const opened = openReadOnly(Sqlite, path);
  if (!opened) {
    if (await isDatabaseFile(path)) throw unreadable(path);
    return undefined;
  }
  const tables = tablesOf(opened.sql);
  const version = Number(opened.sql.get('PRAGMA user_version')?.['user_version'] ?? 0);
  if (version >= FIRST_WITH_JOURNAL && version <= MIGRATIONS.length && TABLES.every((table) => tables.has(table))) {
    const { sql, close } = version === MIGRATIONS.length ? opened : broughtForward(Sqlite, path, opened);
    return { path, sql, originals: new Originals(sql), close };
  }
  opened.close();
  if (!tables.has('manifest') || !tables.has('block')) return undefined;
  throw unusable(path, version);
}

const tablesOf = (sql: Sql) =>
  new Set(sql.all("SELECT name FROM sqlite_master WHERE type = 'table'").map((row) => row['name']));

/** Of an older version: the file stays as it is, a copy of it is made what this version would have written. */
function broughtForward(Sqlite: SqliteConstructor, path: string, opened: Opened): Opened {
  opened.close();
  const copied = openCopy(Sqlite, path);
  if (!copied) throw new Failure('unreadable', `${path} cannot be copied, which reading an older backup takes.`);
  try {
    bringForward(copied.sql.connection);
    return copied;
  } catch (error) {
    copied.close();
    throw storageError(error, path);
  }
}

function unusable(path: string, version: number): Failure {
  const message = `${path} was written by version ${version} of the archive; this program knows ${MIGRATIONS.length}.`;
  if (version > MIGRATIONS.length) return new Failure('archive-newer', message);
  return new Failure('backup-older', message);
}

const unreadable = (path: string): Failure =>
  new Failure('not-importable', `${path} is a database that was cut off or damaged.`, {
    remedy: 'Copy it anew from where it was made, or give another backup; nothing was changed.',
  });

/** In place; or from a copy, where a file would have to be made beside it. */
function openReadOnly(Sqlite: SqliteConstructor, path: string): Opened | undefined {
  const inPlace = connect(Sqlite, path, { readOnly: true });
  if (inPlace) return { sql: inPlace, close: () => inPlace.connection.close() };
  return openCopy(Sqlite, path);
}

function openCopy(Sqlite: SqliteConstructor, path: string): Opened | undefined {
  const copy = copyDatabase(path);
  const copied = copy && connect(Sqlite, copy.path, {});
  if (!copy || !copied) {
    copy?.remove();
    return undefined;
  }
  const close = () => {
    copied.connection.close();
    copy.remove();
  };
  return { sql: copied, close };
}

function connect(Sqlite: SqliteConstructor, path: string, options: { readOnly?: boolean }): Sql | undefined {
  try {
    const sql = new Sql(new Sqlite(path, options));
    sql.get('SELECT count(*) FROM sqlite_master');
    return sql;
  } catch {
    return undefined;
  }
}
