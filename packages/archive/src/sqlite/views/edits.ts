/** Which events of a session changed files, and which files these are. */
import { FLAGS } from '@hansard/core/events/event-facts.ts';
import type { FileTouch } from '@hansard/core/store/views.ts';
import { CHANGING_ACTIONS } from '@hansard/core/views/changing-actions.ts';
import { integer, rowReader, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';

const readSeq = rowReader({ seq: integer });
const readTouch = rowReader({ seq: integer, path: text, action: text });
const ACTIONS = JSON.stringify(CHANGING_ACTIONS);

/** The logSeqs of the first events that changed files and were not withdrawn. No other row is looked at. */
export function changingSeqs(sql: Sql, sessionId: number, most: number): number[] {
  const rows = sql.all(
    `SELECT DISTINCT r.seq + e.id - r.first AS seq
     FROM run r CROSS JOIN touch t ON t.event_id BETWEEN r.first AND r.first + r.count - 1
       CROSS JOIN event e ON e.id = t.event_id
     WHERE r.session_id = ? AND t.action IN (SELECT id FROM name WHERE text IN (SELECT value FROM json_each(?)))
       AND e.flags & ${FLAGS.withdrawn} = 0 ORDER BY 1 LIMIT ?`,
    sessionId,
    ACTIONS,
    most,
  );
  return rows.map((row) => readSeq(row).seq);
}

/** By logSeq, in order. A call that failed changed nothing, but is listed: its result says so. */
export function editsOf(sql: Sql, sessionId: number): Map<number, FileTouch[]> {
  const rows = sql.all(
    `SELECT r.seq + t.event_id - r.first AS seq, p.text AS path, n.text AS action
     FROM run r CROSS JOIN touch t ON t.event_id BETWEEN r.first AND r.first + r.count - 1
       CROSS JOIN name n ON n.id = t.action CROSS JOIN path p ON p.id = t.path_id
     WHERE r.session_id = ? AND n.text IN (SELECT value FROM json_each(?)) ORDER BY r.seq, t.event_id, p.text`,
    sessionId,
    ACTIONS,
  );
  const edits = new Map<number, FileTouch[]>();
  for (const { seq, path, action } of rows.map(readTouch)) {
    const known = edits.get(seq);
    if (known) known.push({ path, action });
    else edits.set(seq, [{ path, action }]);
  }
  return edits;
}
