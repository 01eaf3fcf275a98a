/** What a session has, counted anew from the rows of its events. */
import { FLAGS } from '@hansard/core/events/event-facts.ts';
import type { Sql } from '../../database/sql.ts';

export function recount(sql: Sql, sessionId: number): void {
  sql.run(
    `UPDATE session SET (events, messages, tool_calls, errors, unparsed, started, ended) = (
       SELECT count(*), total(n.text IN ('user_message', 'assistant_message')), total(n.text = 'tool_call'),
         total(e.flags & ${FLAGS.error} <> 0), total(n.text = 'unparsed'),
         min(iif(e.flags & ${FLAGS.inferredTime}, NULL, nullif(e.time, 0))),
         max(iif(e.flags & ${FLAGS.inferredTime}, NULL, nullif(e.time, 0)))
       FROM run r JOIN event e ON e.id BETWEEN r.first AND r.first + r.count - 1 JOIN name n ON n.id = e.type
       WHERE r.session_id = ?1 AND e.flags & ${FLAGS.withdrawn} = 0)
     WHERE id = ?1`,
    sessionId,
  );
}
