/**
 * Calls of tools. A fork holds copies of what was done before it; these count in the session they come from,
 * as usage does.
 */
import { FLAGS } from '@hansard/core/events/event-facts.ts';
import type { NumbersRequest, ToolCallsRow } from '@hansard/core/store/numbers.ts';
import { integer, integerOrNull, integers, rowReader, text, textOrNull } from '../../database/row-shape.ts';
import { OWN } from '../usage/ownership.ts';
import { dayExpression } from '../zone-sql.ts';
import type { NumbersSql } from './numbers-sql.ts';
import { inSessions } from './selection.ts';

/** Sessions that took something over from others. */
export const HEIRS = `SELECT session_id FROM usage_sum WHERE own IN (${OWN.elsewhere}, ${OWN.inherited})`;

/** Of `event AS e` in `session AS s`: there is one with the same id at the same time in a session that began earlier. */
export const IS_COPY = `EXISTS (
  SELECT 1 FROM event o JOIN run q ON q.first = (SELECT max(first) FROM run WHERE first <= o.id)
    JOIN session p ON p.id = q.session_id
  WHERE o.key = e.key AND o.id <> e.id AND o.time = e.time AND p.agent = s.agent AND p.id <> s.id
    AND (coalesce(p.started, 9e15), p.key) < (coalesce(s.started, 9e15), s.key))`;

const readRow = rowReader({
  day: integerOrNull,
  session: integer,
  agent: text,
  project: textOrNull,
  model: integerOrNull,
  tool: integerOrNull,
  status: integerOrNull,
  n: integer,
  each: integers,
});

export function* toolCallRows(numbers: NumbersSql, request: NumbersRequest): Generator<ToolCallsRow> {
  const { sql } = numbers;
  const selection = numbers.selectionOf(request);
  const { sessions, tools, since, until } = selection;
  const usage = selection.usage('coalesce(e.model, 0)', `(h.subagent = 1 OR e.flags & ${FLAGS.subagent} <> 0)`);
  const rows = sql.all(
    `SELECT ${dayExpression(numbers.daysOf(request.timezone), 'e.time')} AS day, s.id AS session, s.agent, s.project,
       e.model, e.tool, e.status, count(*) AS n,
       json_group_array(t.ms) FILTER (WHERE t.ms IS NOT NULL) AS each
     FROM session s JOIN run r ON r.session_id = s.id JOIN thread h ON h.id = r.thread_id
       JOIN event e ON e.id BETWEEN r.first AND r.first + r.count - 1
       LEFT JOIN tool_time t ON t.event_id = e.id
     WHERE ${inSessions('s.id', selection)}
       AND e.type = (SELECT id FROM name WHERE text = 'tool_call')
       AND e.flags & ${FLAGS.withdrawn} = 0 AND e.time >= ? AND e.time < ?
       AND ${usage.where} AND ${tools.where}
       AND (s.id NOT IN (${HEIRS}) OR NOT ${IS_COPY})
     GROUP BY 1, 2, 5, 6, 7`,
    ...sessions.parameters,
    since,
    Math.min(until, Number.MAX_SAFE_INTEGER),
    ...usage.parameters,
    ...tools.parameters,
  );
  const read = rows.map(readRow);
  const names = numbers.namesOf(read.flatMap(({ tool, status, model }) => [tool, status, model]));
  const ids = numbers.ids.all();
  for (const { day, session, agent, project, model, tool, status, n, each } of read) {
    yield {
      day,
      session: ids.get(session) ?? '',
      agent,
      project,
      model: names.get(model) ?? '',
      tool: names.get(tool),
      status: names.get(status) ?? '',
      count: n,
      ms: each,
    };
  }
}
