/** Which events of a session changed files, and which files these are. */
import type { Sql } from '../database/sql.ts';

/** Of `touch.action`; reading is none of them. */
const CHANGING = ['edit', 'write', 'patch', 'delete', 'rename'];

export interface Edit {
  readonly number: number;
  readonly path: string;
  readonly action: string;
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
