/**
 * Writes event rows. A new event gets the session's next number. When an input is read again from its beginning,
 * events keep their numbers by their keys, and what is no longer there is marked as withdrawn.
 */
import type { EventDraft, SqlRow } from '@hansard/core';
import type { Names } from '../database/names.ts';
import type { Sql } from '../database/sql.ts';
import { eventRange, type ThreadRow } from '../sessions/session-rows.ts';
import { eventNumber, SEQ_SPACE } from './event-number.ts';
import { columnsOf, type EventColumns, FLAGS, touchesOf } from './event-row.ts';

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
  readonly number: number;
  readonly columns: EventColumns;
}

export class EventWriter {
  readonly #sql: Sql;
  readonly #names: Names;
  readonly #paths: Names;

  constructor(sql: Sql, names: Names, paths: Names) {
    this.#sql = sql;
    this.#names = names;
    this.#paths = paths;
  }

  /**
   * Writes an event of a thread; `nextSeq` is the number that a new one gets. Undefined when it is not this
   * thread's to write: another input of the session has it already, or the session is full.
   */
  write(thread: ThreadRow, nextSeq: number, event: EventDraft, place: EventPlace): Written | undefined {
    const columns = columnsOf(event);
    const known = thread.joins || thread.pass > 1 ? this.find(thread.sessionId, event.id) : undefined;
    if (known) return this.#again(thread, known, event, place, columns);
    if (nextSeq >= SEQ_SPACE) return undefined;
    const number = eventNumber(thread.sessionId, nextSeq);
    this.#insert(number, thread, event.id, place, columns);
    this.#touch(number, event);
    return { outcome: 'added', number, columns };
  }

  find(sessionId: number, key: string): SqlRow | undefined {
    const [first, last] = eventRange(sessionId);
    return this.#sql.get('SELECT * FROM event WHERE key = ? AND id BETWEEN ? AND ?', key, first, last);
  }

  /** Marks what an input that was read again no longer holds; tells how many these are. */
  withdraw(thread: ThreadRow, versionId: number | null): number {
    const [first, last] = eventRange(thread.sessionId);
    return this.#sql.run(
      `UPDATE event SET flags = flags | ${FLAGS.withdrawn}, version_id = coalesce(version_id, ?)
       WHERE id BETWEEN ? AND ? AND thread_id = ? AND pass < ? AND flags & ${FLAGS.withdrawn} = 0`,
      versionId,
      first,
      last,
      thread.id,
      thread.pass,
    ).changes;
  }

  /** Brings the columns of an event in the archive up to date. */
  update(number: number, columns: EventColumns): void {
    this.#sql.run(
      'UPDATE event SET type = ?, time = ?, tool = ?, status = ?, model = ?, flags = ? WHERE id = ?',
      ...this.#values(columns),
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
      flags: row['flags'] as number,
    };
  }

  touchAgain(number: number, event: EventDraft): void {
    this.#sql.run('DELETE FROM touch WHERE event_id = ?', number);
    this.#touch(number, event);
  }

  #again(
    thread: ThreadRow,
    row: SqlRow,
    event: EventDraft,
    place: EventPlace,
    columns: EventColumns,
  ): Written | undefined {
    if (row['thread_id'] !== thread.id) return undefined;
    const number = row['id'] as number;
    const same =
      place.body !== null && place.body === row['body'] && ((row['flags'] as number) & FLAGS.withdrawn) === 0;
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
    return { outcome: 'changed', number, columns };
  }

  #insert(number: number, thread: ThreadRow, key: string, place: EventPlace, columns: EventColumns): void {
    this.#sql.run(
      `INSERT INTO event (id, key, thread_id, version_id, start, body, pass, type, time, tool, status, model, flags)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      number,
      key,
      thread.id,
      place.versionId,
      place.start,
      place.body,
      thread.pass,
      ...this.#values(columns),
    );
  }

  #values({ type, time, tool, status, model, flags }: EventColumns) {
    const names = this.#names;
    return [names.id(type), time, names.optional(tool), names.optional(status), names.optional(model), flags] as const;
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
