/** Which events of a session changed files, and which files these are. */
import type { Sql } from '../database/sql.ts';
import { FLAGS } from '../events/event-row.ts';

/** Of `touch.action`; reading is none of them. */
const CHANGING = ['edit', 'write', 'patch', 'delete', 'rename'];

export interface Edit {
  readonly number: number;
  readonly path: string;
  readonly action: string;
}

/** The logSeqs of the first events that changed files and were not withdrawn. No other row is looked at. */
export function changingSeqs(sql: Sql, sessionId: number, most: number): number[] {
  const rows = sql.all(
    `SELECT DISTINCT r.seq + e.id - r.first AS seq
     FROM run r CROSS JOIN touch t ON t.event_id BETWEEN r.first AND r.first + r.count - 1
       CROSS JOIN event e ON e.id = t.event_id
     WHERE r.session_id = ? AND t.action IN (SELECT id FROM name WHERE text IN (SELECT value FROM json_each(?)))
       AND e.flags & ${FLAGS.withdrawn} = 0 ORDER BY 1 LIMIT ?`,
    sessionId,
    JSON.stringify(CHANGING),
    most,
  );
  return rows.map(({ seq }) => seq as number);
}

/** By the number of the event, in order. A call that failed changed nothing, but is listed: its result says so. */
export function editsOf(sql: Sql, sessionId: number): Map<number, Edit[]> {
  const rows = sql.all(
    `SELECT t.event_id, p.text AS path, n.text AS action
     FROM run r CROSS JOIN touch t ON t.event_id BETWEEN r.first AND r.first + r.count - 1
       CROSS JOIN name n ON n.id = t.action CROSS JOIN path p ON p.id = t.path_id
     WHERE r.session_id = ? AND n.text IN (SELECT value FROM json_each(?)) ORDER BY r.seq, t.event_id, p.text`,
    sessionId,
    JSON.stringify(CHANGING),
  );
  const edits = new Map<number, Edit[]>();
  for (const row of rows) {
    const edit = { number: row['event_id'] as number, path: row['path'] as string, action: row['action'] as string };
    const known = edits.get(edit.number);
    if (known) known.push(edit);
    else edits.set(edit.number, [edit]);
  }
  return edits;
}
