/**
 * Writes usage, which counts once across the archive: a row is kept for every session that holds a response, and the
 * earliest of them owns it. Rows are written as events come; who owns them, and the sums, are settled once, at the end
 * of the transaction.
 */

import { FLAGS, type UsageColumns } from '@hansard/core/events/event-facts.ts';
import { pricedAs, standardModel } from '@hansard/core/usage/fast-mode.ts';
import type { Names } from '../../database/names.ts';
import { columnOf, integer, integerOrNull, rowReader } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import { type UsageRow, usageRow } from '../tables.ts';
import { OWN } from './ownership.ts';
import { UsageSettling } from './settle-usage.ts';
import { usageKey } from './total-keys.ts';
import {
  hasMore,
  isSame,
  listed,
  type UsagePlace,
  type UsageValues,
  usageValues,
  VALUES,
  valuesIn,
} from './usage-values.ts';

export type { UsagePlace } from './usage-values.ts';

const readPlace = rowReader({ pass: integer, version: integer });
const readRun = rowReader({ first: integer, count: integer, thread_id: integer });
const versionOf = columnOf('version_id', integerOrNull);

/** Whether a better witness than one of that rank has numbers of the session. */
export const isTold = (sql: Sql, sessionId: number, rank: number): boolean =>
  sql.get('SELECT 1 FROM usage WHERE session_id = ? AND rank < ?', sessionId, rank) !== undefined;

export class UsageWriter {
  readonly #sql: Sql;
  readonly #names: Names;
  readonly #settling: UsageSettling;

  constructor(sql: Sql, names: Names) {
    this.#sql = sql;
    this.#names = names;
    this.#settling = new UsageSettling(sql, names);
  }

  /** Something is about to be written for the session. */
  meet(sessionId: number): void {
    this.#settling.meet(sessionId);
  }

  /**
   * Of two events with the same response the later one counts, as in a transcript; of two threads of a session that
   * both hold it, the better witness, or else the one that has more. Events come in the order of their input; what is `amended` came before.
   */
  write(place: UsagePlace, columns: UsageColumns, { amended = false, joined = false } = {}): void {
    const values = usageValues(place, columns, this.#names);
    const response = usageKey(columns);
    const known = this.#row(place.sessionId, response);
    if (!known) this.#insert(place.sessionId, response, values);
    else if (values.rank !== known.rank) {
      if (values.rank < known.rank) this.#update(known, values);
    } else if (joined && known.event_id !== values.event_id) {
      // Their numbers tell nothing of their order.
      if (hasMore(values, valuesIn(known))) this.#update(known, values);
    } else this.#update(known, this.#counted(known, values, place.threadId, amended));
  }

  /** A stream that names responses by ids of its own gives way to a better witness of the session that has numbers. */
  giveWay(sessionId: number, threadId: number, rank: number): void {
    if (!isTold(this.#sql, sessionId, rank)) return;
    const rows = this.#sql.all('SELECT * FROM usage WHERE session_id = ? AND rank = ?', sessionId, rank);
    for (const row of rows.map(usageRow)) if (this.#isOf(row.event_id, threadId)) this.#delete(row);
  }

  /** An event has changed: what it said before of other responses no longer holds. */
  keepOnly(event: number, columns: UsageColumns | undefined): void {
    const kept = columns && usageKey(columns);
    for (const row of this.#ofEvent(event)) if (row.response !== kept) this.#delete(row);
  }

  /** The model or the time of an event has changed, and with it those of its usage. */
  follow(event: number, model: string | null, time: number): void {
    for (const row of this.#ofEvent(event)) {
      const before = row.model === null ? undefined : this.#names.text(row.model);
      const speed = before !== undefined && standardModel(before) !== undefined ? 'fast' : undefined;
      const named = this.#names.optional(model === null ? null : pricedAs(model, { speed }));
      this.#update(row, { ...valuesIn(row), model: named, time: Math.max(0, time) });
    }
  }

  /** What an event says of tokens is said by another one, or in another session, from now on. */
  move(event: number, session: number, by: number): void {
    for (const row of this.#ofEvent(event)) {
      this.#delete(row);
      const values = { ...valuesIn(row), event_id: by };
      const { response } = row;
      const known = this.#row(session, response);
      if (!known) this.#insert(session, response, values);
      else if (values.rank < known.rank) this.#update(known, values);
    }
  }

  /**
   * An input was read again from its beginning. What it did not say this time was never said, when these are the same
   * bytes; otherwise it was used all the same, and stays, unless it is there under another key.
   */
  endPass(thread: { readonly id: number; readonly pass: number }, versionId: number | undefined): void {
    const rows = this.#sql.all(
      `SELECT u.*, e.version_id FROM run r
         JOIN event e ON e.id BETWEEN r.first AND r.first + r.count - 1
         JOIN usage u INDEXED BY usage_event ON u.event_id = e.id
       WHERE r.thread_id = ? AND e.pass < ? AND e.flags & ${FLAGS.withdrawn} <> 0`,
      thread.id,
      thread.pass,
    );
    for (const row of rows) {
      const usage = usageRow(row);
      if (versionOf(row) === (versionId ?? null) || this.#isThereAgain(usage)) this.#delete(usage);
    }
  }

  /** Takes the rows of a session out, and passes on what it owned to the earliest that is left. */
  remove(sessionId: number): void {
    this.meet(sessionId);
    const rows = this.#sql.all('SELECT * FROM usage WHERE session_id = ?', sessionId);
    for (const row of rows.map(usageRow)) this.#delete(row);
    this.#settling.settle(new Set([sessionId]));
    this.#sql.run(
      `DELETE FROM tool_time WHERE event_id IN (SELECT t.event_id FROM run r
         JOIN tool_time t ON t.event_id BETWEEN r.first AND r.first + r.count - 1 WHERE r.session_id = ?)`,
      sessionId,
    );
  }

  /** Settles who owns what was written, and the sums: the last step of a transaction. */
  settle(): void {
    this.#settling.settle();
  }

  #row(session: number, response: string): UsageRow | undefined {
    const row = this.#sql.get('SELECT * FROM usage WHERE session_id = ? AND response = ?', session, response);
    return row && usageRow(row);
  }

  #ofEvent(event: number): UsageRow[] {
    return this.#sql.all('SELECT * FROM usage WHERE event_id = ?', event).map(usageRow);
  }

  /** What counts of a response, when another event says it, too. */
  #counted(known: UsageRow, values: UsageValues, threadId: number, amended: boolean): UsageValues {
    const event = known.event_id;
    if (event === values.event_id) return values;
    if (!this.#isOf(event, threadId)) return hasMore(values, valuesIn(known)) ? values : valuesIn(known);
    if (values.event_id > event) return values;
    return amended ? valuesIn(known) : this.#countedAgain(known, values);
  }

  /**
   * The input is read again: numbers are in the order of the first reading, and this is the later one now. One that was
   * not met again so far may be gone, or say nothing of this any more: the row leaves it, and what it said was used all
   * the same, unless these are the same bytes.
   */
  #countedAgain(row: UsageRow, values: UsageValues): UsageValues {
    const [known, now] = [this.#place(row.event_id), this.#place(values.event_id)];
    const isMet = known.pass === now.pass || known.version === now.version;
    return isMet || hasMore(values, valuesIn(row)) ? values : { ...valuesIn(row), event_id: values.event_id };
  }

  #place(event: number): { pass: number; version: number } {
    const place = this.#sql.get('SELECT pass, coalesce(version_id, -id) AS version FROM event WHERE id = ?', event);
    return readPlace(place ?? {});
  }

  /** Whether an event is of the thread that is being written; numbers that no run has yet are of this very batch. */
  #isOf(event: number, threadId: number): boolean {
    const run = this.#sql.get('SELECT * FROM run WHERE first <= ? ORDER BY first DESC LIMIT 1', event);
    if (!run) return true;
    const { first, count, thread_id: thread } = readRun(run);
    return event >= first + count || thread === threadId;
  }

  #insert(session: number, response: string, values: UsageValues): void {
    this.#sql.run(
      `INSERT INTO usage (session_id, response, own, ${VALUES.join(', ')})
       VALUES (?, ?, ${OWN.here}, ${VALUES.map(() => '?').join(', ')})`,
      session,
      response,
      ...listed(values),
    );
    this.#settling.wrote(session, response, values, { own: OWN.here, inferred: 0 });
  }

  #update(known: UsageRow, values: UsageValues): void {
    if (isSame(valuesIn(known), values)) return;
    const { session_id: session, response, own, inferred } = known;
    this.#sql.run(
      `UPDATE usage SET ${VALUES.map((name) => `${name} = ?`).join(', ')} WHERE session_id = ? AND response = ?`,
      ...listed(values),
      session,
      response,
    );
    this.#settling.left(known);
    this.#settling.wrote(session, response, values, { own, inferred });
  }

  #delete(row: UsageRow): void {
    const { session_id: session, response } = row;
    this.#sql.run('DELETE FROM usage WHERE session_id = ? AND response = ?', session, response);
    this.#settling.left(row);
  }

  /** Whether another row of the session has the same time, model and numbers, and its event still stands. */
  #isThereAgain(row: UsageRow): boolean {
    const { model, time, input, output, cache_read, cache_write_5m, cache_write_1h, reasoning } = valuesIn(row);
    const found = this.#sql.get(
      `SELECT 1 FROM usage u JOIN event e ON e.id = u.event_id
       WHERE u.time = ? AND u.session_id = ? AND u.response <> ? AND u.model IS ? AND u.input = ? AND u.output = ?
         AND u.cache_read = ? AND u.cache_write_5m = ? AND u.cache_write_1h = ? AND u.reasoning = ?
         AND e.flags & ${FLAGS.withdrawn} = 0`,
      time,
      row.session_id,
      row.response,
      model,
      input,
      output,
      cache_read,
      cache_write_5m,
      cache_write_1h,
      reasoning,
    );
    return found !== undefined;
  }
}
