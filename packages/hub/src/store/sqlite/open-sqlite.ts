/**
 * A hub in one SQLite file. One connection writes, one statement or transaction after the other; another reads meanwhile.
 * Other processes, such as the command that makes a key, may write too: whoever comes second waits.
 */
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadSqlite, type SqliteConnection, type SqliteConstructor } from '@hansard/archive/host/sqlite-module.ts';
import { Failure } from '@hansard/core';
import type { Database, Queries, Row, Value } from '../database.ts';
import { SQLITE_STEPS } from './schema.ts';
import { sqliteWords } from './sqlite-words.ts';

const FILE = 'hub.db';
const BUSY_MS = 15_000;

export async function openSqlite(folder: string): Promise<Database> {
  const Sqlite = await loadSqlite();
  if (!Sqlite) {
    throw new Failure('hub-unusable', 'This Node has no SQLite, and @photostructure/sqlite is not installed.', {
      remedy: 'Install Node 22.13 or newer, or use PostgreSQL with --database URL.',
    });
  }
  const path = join(folder, FILE);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const writer = connect(Sqlite, path);
    migrate(writer, path);
    for (const suffix of ['', '-wal', '-shm']) if (existsSync(path + suffix)) chmodSync(path + suffix, 0o600);
    return new SqliteDatabase(writer, connect(Sqlite, path));
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    throw new Failure('hub-unusable', `The hub in ${folder} cannot be opened: ${(cause as Error).message}`, { cause });
  }
}

function connect(Sqlite: SqliteConstructor, path: string): SqliteConnection {
  const connection = new Sqlite(path);
  connection.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
  // Deleted content is overwritten: what is taken back is gone from the file.
  connection.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON; PRAGMA cache_size = -16384',
  );
  return connection;
}

function migrate(connection: SqliteConnection, path: string): void {
  const versionOf = () => Number(connection.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
  if (versionOf() > SQLITE_STEPS.length) {
    throw new Failure('hub-unusable', `${path} was written by a newer version of the program.`, {
      remedy: 'Update Hansard; nothing was changed.',
    });
  }
  if (versionOf() === SQLITE_STEPS.length) return;
  connection.exec('BEGIN IMMEDIATE');
  try {
    // Another process may have done it while this one waited.
    for (let step = versionOf(); step < SQLITE_STEPS.length; step++) {
      connection.exec(`${SQLITE_STEPS[step]}; PRAGMA user_version = ${step + 1}`);
    }
    connection.exec('COMMIT');
  } catch (error) {
    connection.exec('ROLLBACK');
    throw error;
  }
}

/** Statements, prepared once. */
class Connection implements Queries {
  readonly connection: SqliteConnection;
  readonly #statements = new Map<string, ReturnType<SqliteConnection['prepare']>>();

  constructor(connection: SqliteConnection) {
    this.connection = connection;
  }

  async all(sql: string, ...parameters: Value[]): Promise<Row[]> {
    return this.#prepare(sql).all(...parameters);
  }

  async run(sql: string, ...parameters: Value[]): Promise<number> {
    return Number(this.#prepare(sql).run(...parameters).changes);
  }

  #prepare(sql: string) {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.connection.prepare(sql.replaceAll(/\$(\d+)/g, '?$1'));
      if (this.#statements.size < 500) this.#statements.set(sql, statement);
    }
    return statement;
  }
}

class SqliteDatabase implements Database {
  readonly words = sqliteWords;
  readonly lock = '';
  readonly #writer: Connection;
  readonly #reader: Connection;
  #last: Promise<unknown> = Promise.resolve();

  constructor(writer: SqliteConnection, reader: SqliteConnection) {
    this.#writer = new Connection(writer);
    this.#reader = new Connection(reader);
  }

  all(sql: string, ...parameters: Value[]): Promise<Row[]> {
    return this.#reader.all(sql, ...parameters);
  }

  run(sql: string, ...parameters: Value[]): Promise<number> {
    return this.#inTurn(() => this.#writer.run(sql, ...parameters));
  }

  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      this.#writer.connection.exec('BEGIN IMMEDIATE');
      try {
        const result = await work(this.#writer);
        this.#writer.connection.exec('COMMIT');
        return result;
      } catch (error) {
        // Some errors, a full disk among them, have ended the transaction already.
        try {
          this.#writer.connection.exec('ROLLBACK');
        } catch {}
        throw error;
      }
    });
  }

  settle(): Promise<void> {
    return this.#inTurn(async () => {
      this.#writer.connection.exec("INSERT INTO words (words) VALUES ('optimize')");
      this.#writer.connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    });
  }

  async close(): Promise<void> {
    await this.#inTurn(async () => {
      this.#reader.connection.close();
      this.#writer.connection.close();
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#last.then(work, work);
    this.#last = next.catch(() => {});
    return next;
  }
}
