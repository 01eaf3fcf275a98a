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
  // In the order of the indexes: nothing has to be sorted to number the turns of all sessions.
  const rows = sql.all(
    `WITH step AS (
       SELECT r.thread_id AS thread, s.id AS session, e.flags & ${FLAGS.inferredTime} = 0 AS known, e.time,
         ${IS_PROMPT} AS prompt, ${IS_PROMPT} AND s.id IN (${HEIRS}) AND ${IS_COPY} AS copied,
         sum(${IS_PROMPT}) OVER (PARTITION BY r.thread_id ORDER BY r.first, e.id ROWS UNBOUNDED PRECEDING) AS turn
       FROM thread h JOIN run r ON r.thread_id = h.id JOIN session s ON s.id = r.session_id
         CROSS JOIN event e ON e.id BETWEEN r.first AND r.first + r.count - 1
       WHERE h.subagent = 0 AND ${inSessions('s.id', selection)} AND ${usage.where}
         AND e.flags & ${FLAGS.withdrawn | FLAGS.subagent} = 0),
     turn AS (
       SELECT session, max(iif(prompt AND known, time, 0)) AS began, max(iif(NOT prompt AND known, time, 0)) AS ended
       FROM step WHERE turn > 0 GROUP BY thread, turn HAVING NOT max(copied))
     SELECT ${days.dayExpression('began')} AS day, session, s.agent, s.project, json_group_array(turn.ended - began) AS ms
     FROM turn JOIN session s ON s.id = session
     WHERE began >= ? AND began < ? AND began > 0 AND turn.ended > began GROUP BY 1, 2`,
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

const IS_PROMPT = `(e.type = (SELECT id FROM name WHERE text = 'user_message') AND e.flags & ${FLAGS.modelOnly} = 0)`;
