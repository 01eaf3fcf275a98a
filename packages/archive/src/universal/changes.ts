/**
 * Which events have changed since they were first written. Changes are numbered through the whole archive; an event has
 * the number of its last one.
 */
import type { Sql } from '../database/sql.ts';
import { EventRuns, seqIn } from '../events/event-runs.ts';

/** Number of the last change of any event. */
export function lastChange(sql: Sql): number {
  return (sql.get("SELECT value FROM counter WHERE name = 'change'")?.['value'] as number | undefined) ?? 0;
}

export interface ChangedEvents {
  /** Those of the session, the earliest change first. */
  readonly logSeqs: readonly number[];
  /** The last change that was looked at. */
  readonly change: number;
  readonly hasMore: boolean;
}

/** Events of a session that have changed behind `after`. Looks at so many changes of all sessions. */
export function changedEvents(sql: Sql, sessionId: number, after: number, limit: number): ChangedEvents {
  const runs = new EventRuns(sql);
  const rows = sql.all('SELECT id, changed FROM event WHERE changed > ? ORDER BY changed LIMIT ?', after, limit);
  const logSeqs = rows.flatMap(({ id }) => {
    const run = runs.of(id as number);
    return run?.sessionId === sessionId ? [seqIn(run, id as number)] : [];
  });
  return {
    logSeqs,
    change: (rows.at(-1)?.['changed'] as number | undefined) ?? after,
    hasMore: rows.length === limit,
  };
}

/** Which of these events of a session have changed behind `after`. */
export function changedAmong(sql: Sql, sessionId: number, logSeqs: readonly number[], after: number): number[] {
  const rows = sql.all(
    `SELECT j.value AS seq FROM json_each(?1) j
       JOIN run r ON r.session_id = ?2 AND r.seq = (SELECT max(seq) FROM run WHERE session_id = ?2 AND seq <= j.value)
       JOIN event e ON e.id = r.first + j.value - r.seq
     WHERE e.changed > ?3 ORDER BY 1`,
    JSON.stringify(logSeqs),
    sessionId,
    after,
  );
  return rows.map(({ seq }) => seq as number);
}
