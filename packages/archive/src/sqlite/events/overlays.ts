/** What later units of a log said about an event of an earlier one, as operations on it. */
import { columnOf, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import type { Operation } from '../../ingest/index-sink.ts';

const operationsOf = columnOf('operations', text);

/** Keeps operations of the unit at `start`, behind those of it that are there. */
export function addOverlay(
  sql: Sql,
  event: number,
  versionId: number,
  start: number,
  operations: readonly Operation[],
): void {
  const place = [event, versionId, start] as const;
  const known = sql.get('SELECT operations FROM overlay WHERE event_id = ? AND version_id = ? AND start = ?', ...place);
  const before = known ? (JSON.parse(operationsOf(known)) as Operation[]) : [];
  sql.run(
    'INSERT OR REPLACE INTO overlay (event_id, version_id, start, operations) VALUES (?, ?, ?, ?)',
    ...place,
    JSON.stringify([...before, ...operations]),
  );
}

/** In the order in which they came, each as JSON; `inputId`: only those that one input said. */
export function overlaysOf(sql: Sql, event: number, inputId?: number): string[] {
  const own = inputId === undefined ? '' : 'AND version_id IN (SELECT id FROM version WHERE input_id = ?)';
  const rows = sql.all(
    `SELECT operations FROM overlay WHERE event_id = ? ${own} ORDER BY version_id, start`,
    ...(inputId === undefined ? [event] : [event, inputId]),
  );
  return rows.map((row) => operationsOf(row));
}
