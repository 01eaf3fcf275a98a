/** What has to be put right before and after an input is read again: what its earlier reading left behind. */
import { columnOf, integer, rowReader } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import { describeAgain } from '../sessions/describe-session.ts';
import { ownSessionsOf } from '../sessions/input-sessions.ts';

const readThread = rowReader({ id: integer, pass: integer });

/** The pass of each thread before the reading, by its number. */
export type Started = ReadonlyMap<number, number>;

const EVENTS = `SELECT e.id FROM run r JOIN event e ON e.id BETWEEN r.first AND r.first + r.count - 1`;

export function startReread(sql: Sql, inputId: number): Started {
  const threads = sql.all('SELECT id, pass FROM thread WHERE input_id = ?', inputId).map(readThread);
  sql.run('DELETE FROM renamed WHERE version_id IN (SELECT id FROM version WHERE input_id = ?)', inputId);
  // Without its fingerprint, an event is written whatever it was before.
  for (const { id } of threads) {
    sql.run(`UPDATE event SET body = NULL WHERE id IN (${EVENTS} WHERE r.thread_id = ?)`, id);
    sql.run('UPDATE account SET body = NULL WHERE thread_id = ?', id);
  }
  return new Map(threads.map(({ id, pass }) => [id, pass]));
}

/** Versions of an input from which events are read that no later one has. */
export function versionsHeld(sql: Sql, inputId: number): Set<number> {
  const rows = sql.all(
    `SELECT DISTINCT e.version_id FROM thread t JOIN run r ON r.thread_id = t.id
       JOIN event e ON e.id BETWEEN r.first AND r.first + r.count - 1
     WHERE t.input_id = ? AND e.version_id IS NOT NULL`,
    inputId,
  );
  return new Set(rows.map(columnOf('version_id', integer)));
}

export function settleReread(sql: Sql, inputId: number, started: Started): void {
  for (const [thread, pass] of started) {
    // What other inputs tell of is made anew from what they say.
    const gone = `${EVENTS} WHERE r.thread_id = ? AND e.pass <= ? AND NOT EXISTS (
      SELECT 1 FROM account WHERE event_id = e.id)`;
    for (const [table, column] of [
      ['event_text', 'rowid'],
      ['touch', 'event_id'],
      ['overlay', 'event_id'],
      ['tool_time', 'event_id'],
    ]) {
      sql.run(`DELETE FROM ${table} WHERE ${column} IN (${gone})`, thread, pass);
    }
  }
  for (const session of ownSessionsOf(sql, inputId)) describeAgain(sql, session);
}
