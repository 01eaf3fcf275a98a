/**
 * Reads how long turns took: from a prompt to the last event of the session's own agent before the next one. Times that
 * were not recorded count for nothing, and what a fork took over counts in the session it comes from.
 */
import type { Sql } from '../database/sql.ts';
import { FLAGS } from '../events/event-row.ts';
import { askedIn, HEIRS, IS_COPY, type ToolOptions } from './read-tools.ts';
import { inSessions } from './selection.ts';

export function readTurns(sql: Sql, { groups, selection, days }: ToolOptions): void {
  const { sessions, since, until } = selection;
  const usage = selection.usage('0', '0');
  // Prompts are few. What comes after each is found by its numbers, and not by numbering the turns of all events.
  const rows = sql.all(
    `WITH prompt AS (
       SELECT r.thread_id AS thread, r.first, e.id, s.id AS session, s.id IN (${HEIRS}) AND ${IS_COPY} AS copied,
         iif(e.flags & ${FLAGS.inferredTime} = 0, e.time, 0) AS began
       FROM thread h JOIN run r ON r.thread_id = h.id JOIN session s ON s.id = r.session_id
         CROSS JOIN event e ON e.id BETWEEN r.first AND r.first + r.count - 1
       WHERE h.subagent = 0 AND ${inSessions('s.id', selection)} AND ${usage.where} AND ${IS_PROMPT}),
     bounded AS (
       SELECT *, lead(id, 1, 9e15) OVER (PARTITION BY thread ORDER BY id) AS next FROM prompt),
     turn AS MATERIALIZED (
       SELECT session, began, (
         SELECT max(e.time) FROM run q
           CROSS JOIN event e ON e.id BETWEEN max(q.first, b.id + 1) AND min(q.first + q.count, next) - 1
         WHERE q.thread_id = b.thread AND q.first >= b.first AND q.first < next
           AND e.flags & ${NOT_SHOWN | FLAGS.inferredTime} = 0) AS ended
       FROM bounded b WHERE began >= ? AND began < ? AND began > 0 AND NOT copied)
     SELECT ${days.dayExpression('began')} AS day, session, s.agent, s.project, json_group_array(turn.ended - began) AS ms
     FROM turn JOIN session s ON s.id = session WHERE turn.ended > began GROUP BY 1, 2`,
    ...sessions.parameters,
    ...usage.parameters,
    since,
    Math.min(until, Number.MAX_SAFE_INTEGER),
  );
  for (const row of rows) {
    const placed = {
      day: row['day'] as number | null,
      session: row['session'] as number,
      agent: row['agent'] as string,
      project: row['project'] as string | null,
      model: '',
    };
    const ms = JSON.parse(row['ms'] as string) as number[];
    for (const group of askedIn(groups, placed)) group.turns.add(ms);
  }
}

const NOT_SHOWN = FLAGS.withdrawn | FLAGS.subagent;
/** The plus keeps SQLite from making an index of all events for the one look at each. */
const IS_PROMPT = `(+e.type = (SELECT id FROM name WHERE text = 'user_message')
  AND e.flags & ${FLAGS.modelOnly | NOT_SHOWN} = 0)`;
