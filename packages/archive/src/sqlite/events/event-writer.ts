/**
 * Writes event rows. A new event gets the session's next number. When an input is read again from its beginning,
 * events keep their numbers by their keys, and what is no longer there is marked as withdrawn.
 */

import { type EventColumns, FLAGS, type Touch } from '@hansard/core/events/event-facts.ts';
import type { Names } from '../../database/names.ts';
import { columnOf, integer } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import type { EventFacts } from '../../ingest/event-facts.ts';
import type { ThreadRow } from '../sessions/session-writer.ts';
import { type EventRow, eventRow } from '../tables.ts';
import { Accounts } from './accounts.ts';
import type { EventRuns } from './event-runs.ts';
import { SOURCE_UNIT } from './source-unit.ts';

const changeOf = columnOf('value', integer);

/** Where an event is read back from. */
export interface EventPlace {
  readonly versionId: number | null;
  readonly start: number | null;
  /** Fingerprint of the content, where inputs are read again as a whole. */
  readonly body: number | null;
}

export interface Written {
  /** `same`: it was there, and nothing about it has changed. `told`: another input of the session had it already. */
  readonly outcome: 'added' | 'changed' | 'same' | 'told';
  /** It was withdrawn, and is no longer. */
  readonly isBack?: boolean;
  readonly number: number;
}

/** An event in the archive, and whose it is. */
export interface Known {
  readonly row: EventRow;
  readonly threadId: number;
}

/** Events of one key that are looked at whosever they are. */
const FEW = 16;

export class EventWriter {
  readonly #sql: Sql;
  readonly #names: Names;
  readonly #paths: Names;
  readonly #runs: EventRuns;
  readonly accounts: Accounts;
  #isQuiet = false;

  constructor(sql: Sql, names: Names, paths: Names, runs: EventRuns) {
    this.#sql = sql;
    this.#names = names;
    this.#paths = paths;
    this.#runs = runs;
    this.accounts = new Accounts(sql);
  }

  /**
   * Writes an event of a thread; `next` is the number that a new one gets. Of one that another input of the session has
   * already, it is noted that this one tells of it, too.
   */
  write(thread: ThreadRow, next: number, facts: EventFacts, place: EventPlace): Written {
    const known = thread.joins || thread.pass > 1 ? this.find(thread.sessionId, facts.key) : undefined;
    if (known) return this.#again(thread, known, facts, place);
    this.#insert(next, thread, facts.key, place, facts.columns);
    this.#touch(next, facts.touches);
    return { outcome: 'added', number: next };
  }

  /** By its id, or by what one of the session's inputs calls it. */
  find(sessionId: number, key: string): Known | undefined {
    for (const row of this.#keyed(sessionId, key)) {
      const run = this.#runs.of(row.id);
      if (run?.sessionId === sessionId) return { row, threadId: run.threadId };
    }
    for (const number of this.accounts.called(key)) {
      const run = this.#runs.of(number);
      const row = run?.sessionId === sessionId && this.#sql.get('SELECT * FROM event WHERE id = ?', number);
      if (run && row) return { row: eventRow(row), threadId: run.threadId };
    }
    return undefined;
  }

  /**
   * Events with that key, among them all of the session. Few have the same, and are looked at one by one; a key that very
   * many sessions use, such as a line's number, is looked for in each run of this one.
   */
  *#keyed(sessionId: number, key: string): Iterable<EventRow> {
    const rows = this.#sql.all('SELECT * FROM event WHERE key = ? LIMIT ?', key, FEW + 1);
    if (rows.length <= FEW) return yield* rows.map(eventRow);
    for (const { first, count } of this.#runs.ofSession(sessionId)) {
      const last = first + count - 1;
      const own = this.#sql.all('SELECT * FROM event WHERE key = ? AND id BETWEEN ? AND ?', key, first, last);
      yield* own.map(eventRow);
    }
  }

  /** Whether a thread has met an event of that key since it was last read from its beginning. */
  has({ id: threadId, pass, sessionId }: Pick<ThreadRow, 'id' | 'pass' | 'sessionId'>, key: string): boolean {
    const isTold = (id: number) => this.accounts.of(id, threadId)?.pass === pass;
    for (const { id, pass: met } of this.#keyed(sessionId, key)) {
      const isOwn = this.#runs.of(id)?.threadId === threadId;
      if (isOwn ? met === pass : isTold(id)) return true;
    }
    return this.accounts.called(key).some(isTold);
  }

  /** Marks what an input that was read again no longer holds; tells how many these are. */
  withdraw(thread: ThreadRow, versionId: number | null): number {
    let withdrawn = 0;
    if (thread.joins) this.accounts.withdraw(thread, versionId);
    // What another input still tells of is not gone.
    const alone = thread.joins ? 'AND NOT EXISTS (SELECT 1 FROM account WHERE event_id = event.id)' : '';
    for (const { first, count } of this.#runs.ofThread(thread.id)) {
      if (thread.joins) this.accounts.withdrawOwn(first, first + count - 1, thread, versionId);
      withdrawn += this.#sql.run(
        `UPDATE event SET flags = flags | ${FLAGS.withdrawn}, version_id = coalesce(version_id, ?), changed = coalesce(?, changed)
         WHERE id BETWEEN ? AND ? AND pass < ? AND flags & ${FLAGS.withdrawn} = 0 ${alone}`,
        versionId,
        this.#nextChange(),
        first,
        first + count - 1,
        thread.pass,
      ).changes;
    }
    return withdrawn;
  }

  /** Brings the columns of an event in the archive up to date. */
  update(number: number, columns: EventColumns): void {
    this.#sql.run(
      'UPDATE event SET type = ?, time = ?, tool = ?, status = ?, model = ?, flags = ?, changed = coalesce(?, changed) WHERE id = ?',
      ...this.#values(columns),
      this.#nextChange(),
      number,
    );
  }

  columns({ type, time, tool, status, model, flags }: EventRow): EventColumns {
    const name = (id: number | null) => (id === null ? null : (this.#names.text(id) ?? null));
    return {
      type: name(type) ?? '',
      time,
      tool: name(tool),
      status: name(status),
      model: name(model),
      flags: flags % SOURCE_UNIT,
      source: name(Math.floor(flags / SOURCE_UNIT) || null),
    };
  }

  touchAgain(number: number, touches: readonly Touch[]): void {
    this.#sql.run('DELETE FROM touch WHERE event_id = ?', number);
    this.#touch(number, touches);
  }

  #again(thread: ThreadRow, { row, threadId }: Known, facts: EventFacts, place: EventPlace): Written {
    const number = row.id;
    if (threadId !== thread.id) {
      this.#dropOverlays(number, thread.id);
      this.accounts.put(number, thread, place);
      return { outcome: 'told', number };
    }
    const wasWithdrawn = (row.flags & FLAGS.withdrawn) !== 0;
    const same = place.body !== null && place.body === row.body && !wasWithdrawn;
    this.#sql.run(
      'UPDATE event SET version_id = ?, start = ?, body = ?, pass = ? WHERE id = ?',
      place.versionId,
      place.start,
      place.body,
      thread.pass,
      number,
    );
    if (thread.joins) this.#dropOverlays(number, thread.id);
    else this.#sql.run('DELETE FROM overlay WHERE event_id = ?', number);
    const wasGone = thread.joins && row.pass < thread.pass - 1;
    if (same && !wasGone) return { outcome: 'same', number };
    if (thread.joins && this.accounts.has(number)) {
      this.accounts.change(number);
      return { outcome: 'told', number };
    }
    if (same) return { outcome: 'same', number };
    this.update(number, facts.columns);
    this.touchAgain(number, facts.touches);
    return { outcome: 'changed', number, isBack: wasWithdrawn };
  }

  #insert(number: number, thread: ThreadRow, key: string, place: EventPlace, columns: EventColumns): void {
    this.#sql.run(
      `INSERT INTO event (id, key, version_id, start, body, pass, type, time, tool, status, model, flags)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      number,
      key,
      place.versionId,
      place.start,
      place.body,
      thread.pass,
      ...this.#values(columns),
    );
  }

  /** What later units of one of the inputs changed in an event. */
  #dropOverlays(event: number, threadId: number): void {
    this.#sql.run(
      `DELETE FROM overlay WHERE event_id = ? AND version_id IN (
         SELECT v.id FROM thread t JOIN version v ON v.input_id = t.input_id WHERE t.id = ?)`,
      event,
      threadId,
    );
  }

  /** Does something that changes nothing in what events say, as far as anybody can tell: no change is counted. */
  quietly<T>(work: () => T): T {
    this.#isQuiet = true;
    try {
      return work();
    } finally {
      this.#isQuiet = false;
    }
  }

  /** Whoever follows the session is told of what has changed behind the last number that it knows. */
  #nextChange(): number | null {
    if (this.#isQuiet) return null;
    const row = this.#sql.get("UPDATE counter SET value = value + 1 WHERE name = 'change' RETURNING value");
    return changeOf(row ?? {});
  }

  #values({ type, time, tool, status, model, flags, source }: EventColumns) {
    const names = this.#names;
    const marks = flags + (names.optional(source) ?? 0) * SOURCE_UNIT;
    return [names.id(type), time, names.optional(tool), names.optional(status), names.optional(model), marks] as const;
  }

  #touch(number: number, touches: readonly Touch[]): void {
    for (const { path, action } of touches) {
      this.#sql.run(
        'INSERT OR IGNORE INTO touch (path_id, event_id, action) VALUES (?, ?, ?)',
        this.#paths.id(path),
        number,
        this.#names.id(action),
      );
    }
  }
}
