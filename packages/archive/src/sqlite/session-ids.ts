/** Sessions by their ids, as the contract names them, and by their numbers, as the tables do. */
import type { SessionId } from '@hansard/core/store/sessions.ts';
import { integer, rowReader, text } from '../database/row-shape.ts';
import type { Sql } from '../database/sql.ts';

const readRow = rowReader({ id: integer, uuid: text });
const MOST_KNOWN = 10_000;

export class SessionIds {
  readonly #sql: Sql;
  /** Both are given once and for all: one that was erased has no rows, and is the same should it come back. */
  readonly #known = new Map<SessionId, number>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Undefined when there never was such a session. Whoever pages through a session names it each time. */
  numberOf(id: SessionId): number | undefined {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const row = this.#sql.get('SELECT id, uuid FROM session WHERE uuid = ?', id);
    if (!row) return undefined;
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    const number = readRow(row).id;
    this.#known.set(id, number);
    return number;
  }

  numbersOf(ids: readonly SessionId[]): Map<SessionId, number> {
    const rows = this.#sql.all(
      'SELECT id, uuid FROM session WHERE uuid IN (SELECT value FROM json_each(?))',
      JSON.stringify(ids),
    );
    return new Map(rows.map(readRow).map(({ id, uuid }) => [uuid, id]));
  }

  /** By number. */
  idsOf(numbers: Iterable<number>): Map<number, SessionId> {
    const rows = this.#sql.all(
      'SELECT id, uuid FROM session WHERE id IN (SELECT value FROM json_each(?))',
      JSON.stringify([...numbers]),
    );
    return new Map(rows.map(readRow).map(({ id, uuid }) => [id, uuid]));
  }

  /** Of every session. */
  all(): Map<number, SessionId> {
    const rows = this.#sql.allInOne(['id', 'uuid'], 'SELECT id, uuid FROM session');
    return new Map(rows.map(readRow).map(({ id, uuid }) => [id, uuid]));
  }
}
