/** Sessions without a title are known by what was asked first. */

import { promptTitle } from '@hansard/core/reading/prompt-title.ts';
import { countIn, idOf } from '../../database/columns.ts';
import type { Sql } from '../../database/sql.ts';
import type { ReadBack } from '../reading/read-back.ts';

/** Commands and what agents put before the first prompt are passed over. */
const LOOKED_AT = 20;

/** Of several witnesses any may have come first: then times tell the order. */
export async function nameSession(
  { sql, events }: { sql: Sql; events: Pick<ReadBack, 'events'> },
  session: number,
): Promise<void> {
  const ranked = sql.get('SELECT count(DISTINCT rank) AS n FROM thread WHERE session_id = ? AND subagent = 0', session);
  const ranks = countIn(ranked ?? {});
  const rows = sql.all(
    `SELECT e.id FROM run r JOIN thread t ON t.id = r.thread_id AND t.subagent = 0
       JOIN event e ON e.id BETWEEN r.first AND r.first + r.count - 1 JOIN name n ON n.id = e.type
     WHERE r.session_id = ? AND n.text = 'user_message' ORDER BY ${ranks > 1 ? 'e.time, e.key' : 'e.id'} LIMIT ${LOOKED_AT}`,
    session,
  );
  const asked = await events.events(rows.map(idOf));
  const words = promptTitle(asked.map(({ event }) => event));
  sql.run('UPDATE session SET first_words = ? WHERE id = ?', words ?? null, session);
}
