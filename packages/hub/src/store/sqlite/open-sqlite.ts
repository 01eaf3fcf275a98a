/**
 * A hub in one SQLite file. One connection writes, one statement or transaction after the other; another reads meanwhile.
 * Other processes, such as the command that makes a key, may write too: whoever comes second waits.
 */
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadSqlite, type SqliteConnection, type SqliteConstructor } from '@hansard/archive/host/sqlite-module.ts';
import { Failure } from '@hansard/core';
import type { Database, Queries, Row, Value } from '../database.ts';
import { MOVED, troubleOf } from '../trouble.ts';
import { SQLITE_STEPS } from './schema.ts';
import { sqliteSegments } from './sqlite-segments.ts';

const FILE = 'hub.db';
const BUSY_MS = 15_000;

/** `isNew`: whether one may be begun where there is none; `mostPages`: more than these are not written. */
export async function openSqlite(folder: string, isNew = true, mostPages?: number): Promise<Database> {
  const Sqlite = await loadSqlite();
  if (!Sqlite) {
    throw new Failure('hub-unusable', 'This Node has no SQLite, and @photostructure/sqlite is not installed.', {
      remedy: 'Install Node 22.13 or newer, or use PostgreSQL with --database URL.',
    });
  }
  const path = join(folder, FILE);
  if (!isNew && !existsSync(path)) {
    throw new Failure('hub-unusable', `There is no hub in ${folder}.`, {
      remedy: 'Check the folder that --data names; `hansard hub serve --data DIR` begins one.',
    });
  }
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const writer = connect(Sqlite, path);
    migrate(writer, path);
    if (mostPages !== undefined) writer.exec(`PRAGMA max_page_count = ${Math.floor(mostPages)}`);
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
  readonly segments = sqliteSegments;
  readonly lock = '';
  readonly #writer: Connection;
  readonly #reader: Connection;
  #last: Promise<unknown> = Promise.resolve();

  constructor(writer: SqliteConnection, reader: SqliteConnection) {
    this.#writer = new Connection(writer);
    this.#reader = new Connection(reader);
  }

  async all(sql: string, ...parameters: Value[]): Promise<Row[]> {
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

  listen(): undefined {}

  async tend(): Promise<void> {}

  settle(): Promise<void> {
    return this.#inTurn(async () => {
      this.#writer.connection.exec("INSERT INTO words (words) VALUES ('optimize')");
      this.#writer.connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    });
  }

  async tables(queries: Queries): Promise<readonly string[]> {
    const rows = await queries.all(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'words%'`,
    );
    const left = new Set(rows.map(({ name }) => name as string));
    const order: string[] = [];
    while (left.size > order.length) {
      for (const table of left) {
        const references = await queries.all('SELECT "table" AS name FROM pragma_foreign_key_list($1)', table);
        const isReady = references.every(({ name }) => name === table || order.includes(name as string));
        if (isReady && !order.includes(table)) order.push(table);
      }
    }
    return order;
  }

  async numberOn(): Promise<void> {}

  async retire(): Promise<void> {
    await this.#inTurn(async () => {
      for (const [name, event] of [
        ['added', 'INSERT'],
        ['changed', 'UPDATE'],
        ['key_added', 'INSERT'],
      ]) {
        const table = name === 'key_added' ? 'access_key' : 'transcript';
        this.#writer.connection.exec(
          `CREATE TRIGGER IF NOT EXISTS moved_${name} BEFORE ${event} ON ${table}
           BEGIN SELECT RAISE(ABORT, '${MOVED}'); END`,
        );
      }
    });
  }

  async close(): Promise<void> {
    await this.#inTurn(async () => {
      this.#reader.connection.close();
      this.#writer.connection.close();
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#last.then(work).catch((error: unknown) => {
      throw troubleOf(error);
    });
    this.#last = next.catch(() => {});
    return next;
  }
}
