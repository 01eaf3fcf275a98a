/**
 * Gives a thread to the session that it turned out to belong to. Its events keep their numbers in the archive and come
 * behind those that the session has; of what the session has already, the thread becomes another account.
 */

import { idOf, inputIdOf, sessionIdOf } from '../../database/columns.ts';
import { hasTable } from '../../database/has-table.ts';
import { columnOf, integer } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import { Accounts } from '../events/accounts.ts';
import { EventRuns } from '../events/event-runs.ts';
import { type EventRow, eventRow } from '../tables.ts';
import type { UsageWriter } from '../usage/usage-writer.ts';

const lastSeqOf = columnOf('last_seq', integer);

/** Tables with rows about an event that are made anew for the account. */
const MADE_ANEW = [
  ['event_text', 'rowid'],
  ['touch', 'event_id'],
  ['tool_time', 'event_id'],
  ['unjoined', 'event_id'],
  ['written', 'event_id'],
  ['ran', 'event_id'],
  ['unwritten', 'event_id'],
  ['event', 'id'],
] as const;

/** Threads are moved on the way from an earlier version, too, which has not all of them. */
const madeAnew = (sql: Sql) => MADE_ANEW.filter(([table]) => hasTable(sql, table));

export function moveThread(sql: Sql, usage: UsageWriter, thread: number, into: number): void {
  const from = sessionIdOf(sql.get('SELECT session_id FROM thread WHERE id = ?', thread) ?? {});
  leaveOthers(sql, thread);
  sql.run('UPDATE thread SET session_id = ? WHERE id = ?', into, thread);
  const runs = new EventRuns(sql).ofThread(thread);
  sql.run('DELETE FROM run WHERE thread_id = ?', thread);
  const mover = new Mover(sql, usage, { from, into, thread });
  for (const { first, count } of runs) mover.move(first, first + count - 1);
  mover.finish();
}

/** Takes the events of a thread out, which stays an input of its session: others tell of the session by ids of events. */
export function clearThread(sql: Sql, usage: UsageWriter, thread: number): void {
  for (const { first, count, sessionId } of new EventRuns(sql).ofThread(thread)) {
    const last = first + count - 1;
    for (const id of sql.all('SELECT id FROM event WHERE id BETWEEN ? AND ?', first, last).map(idOf)) {
      usage.keepOnly(id, undefined);
    }
    for (const [table, column] of [...madeAnew(sql), ['overlay', 'event_id'], ['account', 'event_id']] as const) {
      sql.run(`DELETE FROM ${table} WHERE ${column} BETWEEN ? AND ?`, first, last);
    }
    // What was told of it to others is told anew.
    for (const table of ['universal_block', 'universal_log']) {
      sql.run(`DELETE FROM ${table} WHERE session_id = ?`, sessionId);
    }
  }
  sql.run('DELETE FROM run WHERE thread_id = ?', thread);
}

/** Others that tell of its events and stay behind are read again: their accounts become events of their own. */
function leaveOthers(sql: Sql, thread: number): void {
  const rows = sql.all(
    `SELECT DISTINCT a.thread_id, t.input_id FROM run r
       JOIN account a ON a.event_id BETWEEN r.first AND r.first + r.count - 1 JOIN thread t ON t.id = a.thread_id
     WHERE r.thread_id = ?`,
    thread,
  );
  for (const input of rows.map(inputIdOf)) {
    sql.run('UPDATE input SET adapter_version = NULL, size = NULL WHERE id = ?', input);
  }
  sql.run(
    `DELETE FROM account WHERE event_id IN (
       SELECT a.event_id FROM run r JOIN account a ON a.event_id BETWEEN r.first AND r.first + r.count - 1
       WHERE r.thread_id = ?)`,
    thread,
  );
}

interface Move {
  readonly from: number;
  readonly into: number;
  readonly thread: number;
}

class Mover {
  readonly #sql: Sql;
  readonly #usage: UsageWriter;
  readonly #move: Move;
  readonly #runs: EventRuns;
  readonly #accounts: Accounts;
  #seq: number;

  constructor(sql: Sql, usage: UsageWriter, move: Move) {
    this.#sql = sql;
    this.#usage = usage;
    this.#move = move;
    this.#runs = new EventRuns(sql);
    this.#accounts = new Accounts(sql);
    this.#seq = lastSeqOf(sql.get('SELECT last_seq FROM session WHERE id = ?', move.into) ?? {});
  }

  move(first: number, last: number): void {
    let start: number | undefined;
    const rows = this.#sql.all('SELECT * FROM event WHERE id BETWEEN ? AND ? ORDER BY id', first, last);
    for (const row of rows.map(eventRow)) {
      const number = row.id;
      const known = this.#known(row.key);
      if (known === undefined) {
        this.#usage.move(number, this.#move.into, number);
        start ??= number;
        continue;
      }
      if (start !== undefined) this.#addRun(start, number - 1);
      start = undefined;
      this.#tell(row, known);
    }
    if (start !== undefined) this.#addRun(start, last);
  }

  finish(): void {
    this.#sql.run('UPDATE session SET last_seq = ? WHERE id = ?', this.#seq, this.#move.into);
  }

  #addRun(first: number, last: number): void {
    const count = last - first + 1;
    this.#sql.run(
      'INSERT INTO run (first, count, session_id, thread_id, seq) VALUES (?, ?, ?, ?, ?)',
      first,
      count,
      this.#move.into,
      this.#move.thread,
      this.#seq + 1,
    );
    this.#seq += count;
  }

  /** The event of that key in the session. */
  #known(key: string): number | undefined {
    const rows = this.#sql.all('SELECT id FROM event WHERE key = ?', key);
    return rows.map(idOf).find((id) => this.#runs.of(id)?.sessionId === this.#move.into);
  }

  #tell(row: EventRow, known: number): void {
    becomeAccount(this.#sql, this.#accounts, row, known, this.#move.thread);
    this.#usage.move(row.id, this.#move.into, known);
    forget(this.#sql, row.id);
  }
}

/** Two events of a session that turned out to be the same, by their numbers. */
export interface SamePair {
  /** The one that stays. */
  readonly kept: number;
  /** What is told of it from now on is told of the other. */
  readonly other: number;
  /** The thread that brought it. */
  readonly thread: number;
}

/** Of two events that are the same, the later one becomes another account of the earlier one, under its own id. */
export function tellInstead(
  sql: Sql,
  usage: UsageWriter,
  accounts: Accounts,
  session: number,
  { kept, other, thread }: SamePair,
): void {
  const found = sql.get('SELECT * FROM event WHERE id = ?', other);
  if (!found || !sql.get('SELECT 1 FROM event WHERE id = ?', kept)) return;
  const row = eventRow(found);
  becomeAccount(sql, accounts, row, kept, thread, row.key);
  sql.run('UPDATE OR IGNORE account SET event_id = ?, key = coalesce(key, ?) WHERE event_id = ?', kept, row.key, other);
  sql.run('DELETE FROM account WHERE event_id = ?', other);
  usage.move(other, session, kept);
  forget(sql, other);
  // What was told of the one that is gone is told anew.
  for (const table of ['universal_block', 'universal_log']) {
    sql.run(
      `DELETE FROM ${table} WHERE session_id = ?1 AND EXISTS (SELECT 1 FROM universal_log u, run r
         WHERE u.session_id = ?1 AND r.first <= ?2 AND ?2 < r.first + r.count AND u.log_seq >= r.seq + ?2 - r.first)`,
      session,
      other,
    );
  }
}

function becomeAccount(sql: Sql, accounts: Accounts, row: EventRow, known: number, thread: number, key?: string): void {
  const { version_id: versionId, start, body, pass } = row;
  accounts.put(known, { id: thread, pass }, { versionId, start, body }, key);
  sql.run('UPDATE OR IGNORE overlay SET event_id = ? WHERE event_id = ?', known, row.id);
}

function forget(sql: Sql, number: number): void {
  for (const [table, column] of madeAnew(sql)) sql.run(`DELETE FROM ${table} WHERE ${column} = ?`, number);
}
