/**
 * Opens another program's SQLite database: read-only, one consistent snapshot, never holding up the program that
 * writes it and never creating a file beside it.
 *
 * | beside the database | opened |
 * | --- | --- |
 * | nothing | in place, `immutable`: no locks, no files |
 * | `-wal` and `-shm` | in place, shared memory read-only: a WAL reader does not block the writer |
 * | `-wal` alone, or `-journal` | as a private copy, where SQLite may create and roll back what it likes |
 */
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { SqlRow, SqlValue, StoreDatabase } from '@hansard/core';
import { copyDatabase } from './database-copy.ts';
import { readChunks } from './read-chunks.ts';
import {
  loadSqlite,
  rowsOf,
  type SqliteConnection,
  type SqliteConstructor,
  type SqliteStatement,
} from './sqlite-module.ts';
import { unzstd } from './unzstd.ts';

const MAGIC = 'SQLite format 3\0';

/** Undefined when the file is no database or cannot be opened. */
export async function openDatabase(path: string): Promise<StoreDatabase | undefined> {
  if (!(await isDatabaseFile(path))) return undefined;
  const Sqlite = await loadSqlite();
  if (!Sqlite) return undefined;
  return openInPlace(Sqlite, path) ?? openCopy(Sqlite, path);
}

function openInPlace(Sqlite: SqliteConstructor, path: string): StoreDatabase | undefined {
  const wal = existsSync(`${path}-wal`);
  if (existsSync(`${path}-journal`) || (wal && !existsSync(`${path}-shm`))) return undefined;
  const url = pathToFileURL(path);
  url.search = wal ? 'mode=ro&readonly_shm=1' : 'mode=ro&immutable=1';
  const connection = connect(Sqlite, url.href, true);
  return connection && new Snapshot(connection);
}

function openCopy(Sqlite: SqliteConstructor, path: string): StoreDatabase | undefined {
  const copy = copyDatabase(path);
  if (!copy) return undefined;
  const connection = connect(Sqlite, copy.path, false);
  // Where open files can be removed, even a killed process leaves no copy behind.
  if (!connection || process.platform !== 'win32') copy.remove();
  return connection && new Snapshot(connection, copy.remove);
}

/** A connection inside a read transaction; the first query is what takes the snapshot. */
function connect(Sqlite: SqliteConstructor, location: string, readOnly: boolean): SqliteConnection | undefined {
  let connection: SqliteConnection | undefined;
  try {
    connection = new Sqlite(location, { readOnly });
    connection.exec('PRAGMA query_only = 1; PRAGMA trusted_schema = 0; BEGIN');
    connection.prepare('SELECT count(*) FROM sqlite_master').all();
    return connection;
  } catch {
    connection?.close();
    return undefined;
  }
}

class Snapshot implements StoreDatabase {
  readonly #connection: SqliteConnection;
  readonly #after: () => void;
  #open = true;

  constructor(connection: SqliteConnection, after: () => void = () => {}) {
    this.#connection = connection;
    this.#after = after;
  }

  all(sql: string, ...parameters: SqlValue[]): SqlRow[] {
    return this.#prepare(sql)
      .all(...parameters)
      .map(plainNumbers);
  }

  *iterate(sql: string, ...parameters: SqlValue[]): Iterable<SqlRow> {
    for (const row of rowsOf(this.#prepare(sql), parameters)) yield plainNumbers(row);
  }

  unzstd(data: Uint8Array): Uint8Array | undefined {
    return unzstd(data);
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#connection.close();
    this.#after();
  }

  #prepare(sql: string): SqliteStatement {
    const statement = this.#connection.prepare(sql);
    statement.setReadBigInts(true);
    return statement;
  }
}

/** Integers come as bigint, as the binding throws on large ones otherwise; those that fit become numbers. */
export function plainNumbers(row: SqlRow): SqlRow {
  for (const key in row) {
    const value = row[key];
    if (typeof value === 'bigint' && Number.isSafeInteger(Number(value))) row[key] = Number(value);
  }
  return row;
}

export async function isDatabaseFile(path: string): Promise<boolean> {
  for await (const head of readChunks(path, 0, MAGIC.length)) return Buffer.from(head).toString('latin1') === MAGIC;
  return false;
}
