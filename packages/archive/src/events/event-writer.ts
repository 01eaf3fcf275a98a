/**
 * Writes event rows. A new event gets the session's next number. When an input is read again from its beginning,
 * events keep their numbers by their keys, and what is no longer there is marked as withdrawn.
 */
import type { EventDraft, SqlRow } from '@hansard/core';
import type { Names } from '../database/names.ts';
import type { Sql } from '../database/sql.ts';
import type { ThreadRow } from '../sessions/session-rows.ts';
import { columnsOf, type EventColumns, FLAGS, SOURCE_UNIT, touchesOf } from './event-row.ts';
import type { EventRuns } from './event-runs.ts';

/** Where an event is read back from. */
export interface EventPlace {
  readonly versionId: number | null;
  readonly start: number | null;
  /** Fingerprint of the content, where inputs are read again as a whole. */
  readonly body: number | null;
}

export interface Written {
  /** `same`: it was there, and nothing about it has changed. */
  readonly outcome: 'added' | 'changed' | 'same';
  /** It was withdrawn, and is no longer. */
  readonly isBack?: boolean;
  readonly number: number;
  readonly columns: EventColumns;
}

/** An event in the archive, and whose it is. */
export interface Known {
  readonly row: SqlRow;
  readonly threadId: number;
}

export class EventWriter {
  readonly #sql: Sql;
  readonly #names: Names;
  readonly #paths: Names;
  readonly #runs: EventRuns;
  #isQuiet = false;

  constructor(sql: Sql, names: Names, paths: Names, runs: EventRuns) {
    this.#sql = sql;
    this.#names = names;
    this.#paths = paths;
    this.#runs = runs;
  }

  /**
   * Writes an event of a thread; `next` is the number that a new one gets. Undefined when another input of the
   * session has it already.
   */
  write(thread: ThreadRow, next: number, event: EventDraft, place: EventPlace): Written | undefined {
    const columns = columnsOf(event);
    const known = thread.joins || thread.pass > 1 ? this.find(thread.sessionId, event.id) : undefined;
    if (known) return this.#again(thread, known, event, place, columns);
    this.#insert(next, thread, event.id, place, columns);
    this.#touch(next, event);
    return { outcome: 'added', number: next, columns };
  }

  find(sessionId: number, key: string): Known | undefined {
    for (const row of this.#sql.all('SELECT * FROM event WHERE key = ?', key)) {
      const run = this.#runs.of(row['id'] as number);
      if (run?.sessionId === sessionId) return { row, threadId: run.threadId };
    }
    return undefined;
  }

  /** Whether a thread has met an event of that key since it was last read from its beginning. */
  has({ id: threadId, pass }: Pick<ThreadRow, 'id' | 'pass'>, key: string): boolean {
    const rows = this.#sql.all('SELECT id FROM event WHERE key = ? AND pass = ?', key, pass);
    return rows.some(({ id }) => this.#runs.of(id as number)?.threadId === threadId);
  }

  /** Marks what an input that was read again no longer holds; tells how many these are. */
  withdraw(thread: ThreadRow, versionId: number | null): number {
    let withdrawn = 0;
    for (const { first, count } of this.#runs.ofThread(thread.id)) {
      withdrawn += this.#sql.run(
        `UPDATE event SET flags = flags | ${FLAGS.withdrawn}, version_id = coalesce(version_id, ?), changed = coalesce(?, changed)
         WHERE id BETWEEN ? AND ? AND pass < ? AND flags & ${FLAGS.withdrawn} = 0`,
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

  columns(row: SqlRow): EventColumns {
    const name = (id: unknown) => (id === null ? null : (this.#names.text(id as number) ?? null));
    return {
      type: name(row['type']) ?? '',
      time: row['time'] as number,
      tool: name(row['tool']),
      status: name(row['status']),
      model: name(row['model']),
      flags: (row['flags'] as number) % SOURCE_UNIT,
      source: name(Math.floor((row['flags'] as number) / SOURCE_UNIT) || null),
    };
  }

  touchAgain(number: number, event: EventDraft): void {
    this.#sql.run('DELETE FROM touch WHERE event_id = ?', number);
    this.#touch(number, event);
  }

  #again(
    thread: ThreadRow,
    { row, threadId }: Known,
    event: EventDraft,
    place: EventPlace,
    columns: EventColumns,
  ): Written | undefined {
    if (threadId !== thread.id) return undefined;
    const number = row['id'] as number;
    const wasWithdrawn = ((row['flags'] as number) & FLAGS.withdrawn) !== 0;
    const same = place.body !== null && place.body === row['body'] && !wasWithdrawn;
    this.#sql.run(
      'UPDATE event SET version_id = ?, start = ?, body = ?, pass = ? WHERE id = ?',
      place.versionId,
      place.start,
      place.body,
      thread.pass,
      number,
    );
    this.#sql.run('DELETE FROM overlay WHERE event_id = ?', number);
    if (same) return { outcome: 'same', number, columns };
    this.update(number, columns);
    this.touchAgain(number, event);
    return { outcome: 'changed', number, columns, isBack: wasWithdrawn };
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

  /** Does something that changes nothing in what events say, as far as anybody can tell: no change is counted. */
  quietly(work: () => void): void {
    this.#isQuiet = true;
    try {
      work();
    } finally {
      this.#isQuiet = false;
    }
  }

  /** Whoever follows the session is told of what has changed behind the last number that it knows. */
  #nextChange(): number | null {
    if (this.#isQuiet) return null;
    return this.#sql.get("UPDATE counter SET value = value + 1 WHERE name = 'change' RETURNING value")?.[
      'value'
    ] as number;
  }

  #values({ type, time, tool, status, model, flags, source }: EventColumns) {
    const names = this.#names;
    const marks = flags + (names.optional(source) ?? 0) * SOURCE_UNIT;
    return [names.id(type), time, names.optional(tool), names.optional(status), names.optional(model), marks] as const;
  }

  #touch(number: number, event: EventDraft): void {
    for (const { path, action } of touchesOf(event)) {
      this.#sql.run(
        'INSERT OR IGNORE INTO touch (path_id, event_id, action) VALUES (?, ?, ?)',
        this.#paths.id(path),
        number,
        this.#names.id(action),
      );
    }
  }
}
