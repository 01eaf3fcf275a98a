/** Opens a backup of an archive for reading. What it is told by its content: its tables and its version. */
import { Failure } from '@hansard/core';
import { MIGRATIONS } from '../../database/schema.ts';
import { Sql } from '../../database/sql.ts';
import { copyDatabase } from '../../host/database-copy.ts';
import { loadSqlite, type SqliteConstructor } from '../../host/sqlite-module.ts';
import { Originals } from '../../originals/originals.ts';

export interface Backup {
  readonly path: string;
  readonly sql: Sql;
  readonly originals: Originals;
  close(): void;
}

const TABLES = ['input', 'version', 'manifest', 'block', 'machine', 'known_session', 'erased'];

/** Undefined when the file is no backup of any version. */
export async function openBackup(path: string): Promise<Backup | undefined> {
  const Sqlite = (await loadSqlite()) as SqliteConstructor;
  const opened = openReadOnly(Sqlite, path);
  if (!opened) return undefined;
  const { sql } = opened;
  const tables = new Set(sql.all("SELECT name FROM sqlite_master WHERE type = 'table'").map((row) => row['name']));
  const version = Number(sql.get('PRAGMA user_version')?.['user_version'] ?? 0);
  if (version === MIGRATIONS.length && TABLES.every((table) => tables.has(table))) {
    return { path, sql, originals: new Originals(sql), close: opened.close };
  }
  opened.close();
  if (!tables.has('manifest') || !tables.has('block')) return undefined;
  throw unusable(path, version);
}

function unusable(path: string, version: number): Failure {
  const message = `${path} was written by version ${version} of the archive; this program knows ${MIGRATIONS.length}.`;
  if (version > MIGRATIONS.length) return new Failure('archive-newer', message);
  return new Failure('backup-older', message);
}

/** In place; or from a copy, where a file would have to be made beside it. */
function openReadOnly(Sqlite: SqliteConstructor, path: string): { sql: Sql; close(): void } | undefined {
  const inPlace = connect(Sqlite, path, { readOnly: true });
  if (inPlace) return { sql: inPlace, close: () => inPlace.connection.close() };
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
