/**
 * What waits to be joined, aligned or written over. Each note has the number of the change that it was made by: whoever does
 * the work takes the note away only if nothing has come since.
 */
import { columnOf, integer, rowReader } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';

const readEvent = rowReader({ event_id: integer, change: integer });
const readSession = rowReader({ session_id: integer, change: integer });
const change = columnOf('change', integer);

/** Events that several inputs tell of, whose accounts have changed: the next of them. */
export function unjoined(
  sql: Sql,
  after: number,
  limit: number,
): { readonly event: number; readonly change: number }[] {
  const rows = sql.all(
    'SELECT event_id, change FROM unjoined WHERE event_id > ? ORDER BY event_id LIMIT ?',
    after,
    limit,
  );
  return rows.map(readEvent).map((row) => ({ event: row.event_id, change: row.change }));
}

/** Whether it was still to be joined as of that change. */
export function takeUnjoined(sql: Sql, event: number, asOf: number): boolean {
  const waiting = sql.get('SELECT change FROM unjoined WHERE event_id = ?', event);
  if (!waiting || change(waiting) !== asOf) return false;
  sql.run('DELETE FROM unjoined WHERE event_id = ?', event);
  return true;
}

/** Sessions in which inputs with ids of their own tell of something anew. */
export function unaligned(sql: Sql): { readonly session: number; readonly change: number }[] {
  const rows = sql.all('SELECT session_id, change FROM unaligned ORDER BY session_id');
  return rows.map(readSession).map((row) => ({ session: row.session_id, change: row.change }));
}

/** More may have come meanwhile: that stays. */
export function settleUnaligned(sql: Sql, session: number, asOf: number): void {
  sql.run('DELETE FROM unaligned WHERE session_id = ? AND change = ?', session, asOf);
}

/** Inputs that something has come to of sessions that were erased. */
export function unblanked(sql: Sql): number[] {
  return sql.all('SELECT input_id FROM unblanked').map(columnOf('input_id', integer));
}

export function noteUnblanked(sql: Sql, inputId: number): void {
  sql.run('INSERT OR IGNORE INTO unblanked (input_id) VALUES (?)', inputId);
}

export function settleUnblanked(sql: Sql, inputId: number): void {
  sql.run('DELETE FROM unblanked WHERE input_id = ?', inputId);
}
