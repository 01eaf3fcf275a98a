/** Files that were changed, by session. A fork's copies of earlier changes count in the session they come from. */
import { FLAGS } from '@hansard/core/events/event-facts.ts';
import { CHANGED_NOTHING } from '@hansard/core/events/tool-outcome.ts';
import type { EditedFileRow, NumbersSelection } from '@hansard/core/store/numbers.ts';
import { CHANGING_ACTIONS } from '@hansard/core/views/changing-actions.ts';
import { integer, rowReader, text, textOrNull } from '../../database/row-shape.ts';
import type { NumbersSql } from './numbers-sql.ts';
import { inSessions } from './selection.ts';
import { HEIRS, IS_COPY } from './tool-call-rows.ts';

const readRow = rowReader({ session: integer, project: textOrNull, path: text, calls: integer, others: integer });
const NAMED = 'IN (SELECT id FROM name WHERE text IN (SELECT value FROM json_each(?)))';
const [ACTIONS, NOTHING] = [JSON.stringify(CHANGING_ACTIONS), JSON.stringify(CHANGED_NOTHING)];

export function* editedFileRows(numbers: NumbersSql, request: NumbersSelection): Generator<EditedFileRow> {
  const selection = numbers.selectionOf(request);
  const { sessions, since, until } = selection;
  const rows = numbers.sql.all(
    `SELECT s.id AS session, s.project, p.text AS path, sum(e.type = call.id) AS calls, sum(e.type <> call.id) AS others
     FROM (SELECT coalesce((SELECT id FROM name WHERE text = 'tool_call'), -1) AS id) AS call
       CROSS JOIN session s JOIN run r ON r.session_id = s.id
       JOIN touch t ON t.event_id BETWEEN r.first AND r.first + r.count - 1
       JOIN event e ON e.id = t.event_id JOIN path p ON p.id = t.path_id
     WHERE ${inSessions('s.id', selection)} AND t.action ${NAMED} AND (e.status IS NULL OR e.status NOT ${NAMED})
       AND e.flags & ${FLAGS.withdrawn} = 0 AND e.time >= ? AND e.time < ?
       AND (s.id NOT IN (${HEIRS}) OR NOT ${IS_COPY})
     GROUP BY 1, t.path_id`,
    ...sessions.parameters,
    ACTIONS,
    NOTHING,
    since,
    Math.min(until, Number.MAX_SAFE_INTEGER),
  );
  const ids = numbers.ids.all();
  for (const { session, ...row } of rows.map(readRow)) yield { session: ids.get(session) ?? '', ...row };
}
