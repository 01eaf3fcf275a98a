/** Opens the archive's database, brings it up to date, and refuses one that a newer program has written. */
import { existsSync } from 'node:fs';
import { Failure } from '@hansard/core';
import { openShared } from '../../database/open-shared.ts';
import { MIGRATIONS } from '../../database/schema.ts';
import { Sql } from '../../database/sql.ts';
import { storageError } from '../../database/storage-failure.ts';
import { writeDatabaseCopy } from '../../database/write-copy.ts';
import { archiveFile, closeToOthers } from '../../home.ts';
import { loadSqlite, type SqliteConnection, type SqliteConstructor } from '../../host/sqlite-module.ts';
import { joinEarlierSessions } from './join-earlier-sessions.ts';

/** The version from which on wires and imports belong to the sessions that they tell of. */
const ONE_SESSION = 4;

const BUSY_MS = 15_000;

/** Keys of events arrive in no order: their index is written faster when more of it stays in memory. */
const CACHE_KIB = 32 * 1024;
/** 32 MiB between two checkpoints, so that pages which change again and again are copied less often. */
const WAL_PAGES = 4096;

export interface OpenOptions {
  /** How long to wait for another process that is writing. */
  readonly busyMs?: number;
}

export async function openArchiveDatabase(home: string, options: OpenOptions = {}): Promise<SqliteConnection> {
  const Sqlite = await loadSqlite();
  if (!Sqlite) {
    throw new Failure(
      'archive-unusable',
      'This Node has no SQLite, and the package @photostructure/sqlite is not installed.',
      {
        remedy: 'Install Node 22.13 or newer, or run `npm install @photostructure/sqlite`.',
      },
    );
  }
  const path = archiveFile(home);
  const connection = connect(Sqlite, path, options.busyMs ?? BUSY_MS);
  try {
    migrate(connection, path);
    return connection;
  } catch (error) {
    connection.close();
    throw storageError(error, path);
  }
}

function connect(Sqlite: SqliteConstructor, path: string, busyMs: number): SqliteConnection {
  let connection: SqliteConnection | undefined;
  try {
    const isNew = !existsSync(path);
    connection = openShared(Sqlite, path);
    connection.exec(`PRAGMA busy_timeout = ${busyMs}`);
    if (isNew) connection.exec('PRAGMA page_size = 8192');
    // Deleted content is overwritten: what is erased from the archive is gone from its file.
    connection.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON',
    );
    connection.exec(`PRAGMA cache_size = -${CACHE_KIB}; PRAGMA wal_autocheckpoint = ${WAL_PAGES}`);
    connection.prepare('SELECT count(*) FROM sqlite_master').get();
    for (const suffix of ['', '-wal', '-shm']) if (existsSync(path + suffix)) closeToOthers(path + suffix);
    return connection;
  } catch (cause) {
    connection?.close();
    const failure = storageError(cause, path);
    if (failure instanceof Failure) throw failure;
    const message = `The archive ${path} cannot be opened: ${(cause as Error).message}`;
    throw new Failure('archive-unusable', message, { cause });
  }
}

/** Each step in a transaction of its own; a copy of the database is kept before the first. */
function migrate(connection: SqliteConnection, path: string): void {
  const version = versionOf(connection);
  if (version > MIGRATIONS.length) {
    throw new Failure(
      'archive-newer',
      `The archive ${path} has version ${version}; this program knows ${MIGRATIONS.length}.`,
    );
  }
  if (version === MIGRATIONS.length) return;
  if (version === 0 && connection.prepare('SELECT 1 FROM sqlite_master').get()) {
    throw new Failure('archive-damaged', `${path} is a database of another program, and was left unchanged.`);
  }
  if (version > 0) keepCopy(connection, `${path}.before-${MIGRATIONS.length}`);
  bringForward(connection);
}

/** From whatever version it has to the newest. */
export function bringForward(connection: SqliteConnection): void {
  // Tables that others refer to are made anew: references are checked when all steps are done.
  connection.exec('PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE');
  try {
    // Another process may have done it while this one waited.
    const before = versionOf(connection);
    for (let step = before; step < MIGRATIONS.length; step++) {
      connection.exec(`${MIGRATIONS[step]}; PRAGMA user_version = ${step + 1}`);
    }
    if (before < ONE_SESSION) joinEarlierSessions(new Sql(connection));
    if (connection.prepare('PRAGMA foreign_key_check').get()) throw new Error('a reference leads nowhere');
    connection.exec('COMMIT');
  } catch (error) {
    connection.exec('ROLLBACK');
    throw error;
  } finally {
    connection.exec('PRAGMA foreign_keys = ON');
  }
}

function keepCopy(connection: SqliteConnection, path: string): void {
  if (!existsSync(path)) writeDatabaseCopy(connection, path);
}

function versionOf(connection: SqliteConnection): number {
  return Number(connection.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
}
