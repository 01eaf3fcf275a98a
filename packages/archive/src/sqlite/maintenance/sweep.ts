/**
 * Makes sure that what was deleted is gone from the file, and not only from the tables. The index still has its terms
 * until its pieces are merged; pages keep remains of rows that were moved within them, which overwriting deleted rows
 * does not reach; and the write-ahead log has all of it once more.
 */
import { Failure } from '@hansard/core';
import { hasTable } from '../../database/has-table.ts';
import type { Sql } from '../../database/sql.ts';
import { clearCounter, counterOf } from '../counters.ts';

export function sweep(sql: Sql, path: string): void {
  const hasIndex = hasTable(sql, 'event_text');
  try {
    if (hasIndex) sql.run("INSERT INTO event_text (event_text) VALUES ('optimize')");
    sql.connection.exec('VACUUM');
  } catch (cause) {
    throw unfinished(path, (cause as Error).message, cause);
  }
  // Waits for others that are reading, as long as the connection waits for locks.
  const row = sql.connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
  if (row?.['busy'] === 1) throw unfinished(path, 'another process is reading it');
  if (hasTable(sql, 'counter')) clearCounter(sql, 'unswept');
}

/** Whether an erasure was interrupted before its remains were gone. */
export function isUnswept(sql: Sql): boolean {
  return counterOf(sql, 'unswept') !== undefined;
}

function unfinished(path: string, why: string, cause?: unknown): Failure {
  const message = `What was erased may still be found in the bytes of ${path}: ${why}.`;
  return new Failure('erase-unfinished', message, { cause });
}
