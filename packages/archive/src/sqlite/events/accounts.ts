/**
 * What other inputs of a session tell of an event that one of them brought first: where each account is read from. An
 * event that only one input has, as nearly all, has none of this.
 */

import { eventIdOf, idOf } from '../../database/columns.ts';
import { integer, integerOrNull, rowReader } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import type { EventPlace } from './event-writer.ts';

/** Where a thread tells of an event, and in which pass it last did. */
export type Account = ReturnType<typeof readAccount>;
const readAccount = rowReader({ version_id: integerOrNull, start: integerOrNull, pass: integer });
const readPass = rowReader({ body: integerOrNull, pass: integer });

type ThreadPass = { readonly id: number; readonly pass: number };

export class Accounts {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Notes where a thread tells of an event; `key` is what it calls it, where that is another id. */
  put(event: number, thread: ThreadPass, { versionId, start, body }: EventPlace, key?: string): void {
    const known = this.#sql.get(
      'SELECT body, pass FROM account WHERE event_id = ? AND thread_id = ?',
      event,
      thread.id,
    );
    this.#sql.run(
      `INSERT INTO account (event_id, thread_id, version_id, start, body, pass, key) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
       ON CONFLICT DO UPDATE SET version_id = ?3, start = ?4, body = ?5, pass = ?6, key = coalesce(?7, key)`,
      event,
      thread.id,
      versionId,
      start,
      body,
      thread.pass,
      key ?? null,
    );
    // A document that is read again mostly tells what it told before.
    const before = known && readPass(known);
    const isSame = body !== null && before?.body === body && before.pass >= thread.pass - 1;
    if (!isSame) this.change(event);
  }

  of(event: number, threadId: number): Account | undefined {
    const row = this.#sql.get(
      'SELECT version_id, start, pass FROM account WHERE event_id = ? AND thread_id = ?',
      event,
      threadId,
    );
    return row && readAccount(row);
  }

  /** Numbers of events that some thread calls so, where that is not their id. */
  called(key: string): number[] {
    return this.#sql.all('SELECT event_id FROM account WHERE key = ?', key).map(eventIdOf);
  }

  has(event: number): boolean {
    return this.#sql.get('SELECT 1 FROM account WHERE event_id = ?', event) !== undefined;
  }

  /** What is told of the event has changed: its columns, words and tokens are to be made anew from all accounts. */
  change(event: number): void {
    this.#sql.run(
      `INSERT OR REPLACE INTO unjoined (event_id, change)
       SELECT ?, coalesce((SELECT max(change) FROM unjoined), 0) + 1`,
      event,
    );
  }

  /** A thread has been read again: what it no longer tells of. `versionId` is the last version that it was in. */
  withdraw({ id, pass }: ThreadPass, versionId: number | null): void {
    const gone = 'account WHERE thread_id = ? AND pass = ?';
    for (const event of this.#sql.all(`SELECT event_id FROM ${gone}`, id, pass - 1).map(eventIdOf)) {
      this.#sql.run(
        'UPDATE account SET version_id = coalesce(version_id, ?) WHERE event_id = ? AND thread_id = ?',
        versionId,
        event,
        id,
      );
      this.change(event);
    }
  }

  /** The same for events of the thread's own that others tell of, too. */
  withdrawOwn(first: number, last: number, { pass }: ThreadPass, versionId: number | null): void {
    const rows = this.#sql.all(
      `SELECT id FROM event WHERE id BETWEEN ? AND ? AND pass = ? AND EXISTS (
         SELECT 1 FROM account WHERE event_id = event.id)`,
      first,
      last,
      pass - 1,
    );
    for (const id of rows.map(idOf)) {
      this.#sql.run('UPDATE event SET version_id = coalesce(version_id, ?) WHERE id = ?', versionId, id);
      this.change(id);
    }
  }
}
