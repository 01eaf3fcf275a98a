/** One connection with the statements it has prepared: every query of the archive goes through here. */
import type { SqlRow, SqlValue } from '@hansard/core';
import type { SqliteConnection, SqliteStatement } from '../host/sqlite-module.ts';
import { columnOf, text } from './row-shape.ts';
import { storageError } from './storage-failure.ts';

const rowsIn = columnOf('rows', text);

/** As it is when this is loaded: tests may have clocks of their own. */
const { setImmediate: nextTurn } = globalThis;

export class Sql {
  readonly connection: SqliteConnection;
  readonly #statements = new Map<string, SqliteStatement>();
  readonly #undone: (() => void)[] = [];
  readonly #overtaken: (() => void)[] = [];
  #depth = 0;
  /** Changes when another connection has written. */
  #dataVersion: unknown;
  #othersNow: unknown;

  constructor(connection: SqliteConnection) {
    this.connection = connection;
  }

  /** Calls `forget` when a transaction is undone, for what was remembered of it. */
  onRollback(forget: () => void): void {
    this.#undone.push(forget);
  }

  /** Calls `forget` at the start of a transaction when another process has written: what is remembered may be gone. */
  onOtherWriter(forget: () => void): void {
    this.#overtaken.push(forget);
  }

  /** Runs `work` as one transaction: all of it happens, or nothing. Inside another it is a part of that one. */
  transaction<T>(work: () => T): T {
    if (this.#depth > 0) return work();
    this.#exec('BEGIN IMMEDIATE');
    this.#depth++;
    this.#notice();
    try {
      const result = work();
      this.#exec('COMMIT');
      return result;
    } catch (error) {
      // Some errors, a full disk among them, have ended the transaction already.
      try {
        this.connection.exec('ROLLBACK');
      } catch {}
      for (const forget of this.#undone) forget();
      throw error;
    } finally {
      this.#depth--;
    }
  }

  run(text: string, ...parameters: SqlValue[]): { changes: number; id: number } {
    try {
      const { changes, lastInsertRowid } = this.prepare(text).run(...parameters);
      return { changes: Number(changes), id: Number(lastInsertRowid) };
    } catch (error) {
      throw storageError(error);
    }
  }

  get(text: string, ...parameters: SqlValue[]): SqlRow | undefined {
    try {
      return this.prepare(text).get(...parameters);
    } catch (error) {
      throw storageError(error);
    }
  }

  all(text: string, ...parameters: SqlValue[]): SqlRow[] {
    try {
      return this.prepare(text).all(...parameters);
    } catch (error) {
      throw storageError(error);
    }
  }

  /**
   * The same for very many small rows, which take several times as long one by one as in one text. `columns` are those
   * of the query that are wanted, of numbers and short texts.
   */
  allInOne(columns: readonly string[], text: string, ...parameters: SqlValue[]): SqlRow[] {
    const fields = columns.map((column) => `'${column}', ${column}`).join(', ');
    const row = this.get(`SELECT json_group_array(json_object(${fields})) AS rows FROM (${text})`, ...parameters);
    return JSON.parse(rowsIn(row ?? {})) as SqlRow[];
  }

  iterate(text: string, ...parameters: SqlValue[]): Iterable<SqlRow> {
    return toldRows(
      this.prepare(text)
        .iterate(...parameters)
        [Symbol.iterator](),
    );
  }

  /** Another text when anything was written since, by this connection or another. Takes a few microseconds. */
  state(): string {
    return `${this.get('SELECT total_changes() AS own')?.['own']} ${this.others()}`;
  }

  /** Changes when another connection has written, and is asked for once in a turn of the event loop: it takes longest. */
  others(): unknown {
    if (this.#othersNow === undefined) {
      this.#othersNow = this.get('PRAGMA data_version')?.['data_version'];
      nextTurn(() => {
        this.#othersNow = undefined;
      });
    }
    return this.#othersNow;
  }

  prepare(text: string): SqliteStatement {
    let statement = this.#statements.get(text);
    if (!statement) {
      statement = this.connection.prepare(text);
      this.#statements.set(text, statement);
    }
    return statement;
  }

  #exec(text: string): void {
    try {
      this.connection.exec(text);
    } catch (error) {
      throw storageError(error);
    }
  }

  #notice(): void {
    const version = this.get('PRAGMA data_version')?.['data_version'];
    if (version === this.#dataVersion) return;
    this.#dataVersion = version;
    for (const forget of this.#overtaken) forget();
  }
}

/** Rows whose failures say what to do. It is in the innermost loops: a generator would take longer. */
function toldRows(rows: Iterator<SqlRow>): IterableIterator<SqlRow> {
  return {
    next() {
      try {
        return rows.next();
      } catch (error) {
        throw storageError(error);
      }
    },
    return: (value) => rows.return?.(value) ?? { done: true, value },
    [Symbol.iterator]() {
      return this;
    },
  };
}
