/** Numbers that the archive counts or remembers by name: the last of something, and marks of what is under way. */
import { columnOf, integer } from '../database/row-shape.ts';
import type { Sql } from '../database/sql.ts';

export type Counter =
  | 'change'
  | 'clock'
  | 'event'
  /** The last input that a rebuild of everything has done. */
  | 'rebuilt'
  /** Set while something that was noted as removed may still be there. */
  | 'scrubbing'
  | 'session'
  /** 1 until threads of streams with ids of their own are marked as such. */
  | 'unmarked'
  /** Set until the bytes of what was erased are gone. */
  | 'unswept';

const value = columnOf('value', integer);

export function counterOf(sql: Sql, name: Counter): number | undefined {
  const row = sql.get('SELECT value FROM counter WHERE name = ?', name);
  return row && value(row);
}

export function setCounter(sql: Sql, name: Counter, to: number): void {
  sql.run('INSERT OR REPLACE INTO counter (name, value) VALUES (?, ?)', name, to);
}

/** It never falls. */
export function raiseCounter(sql: Sql, name: Counter, to: number): void {
  sql.run(
    'INSERT INTO counter (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = max(value, ?2)',
    name,
    to,
  );
}

export function clearCounter(sql: Sql, name: Counter): void {
  sql.run('DELETE FROM counter WHERE name = ?', name);
}
