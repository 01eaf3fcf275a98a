/** The sessions that a name fits: ids, and what agents call their sessions. */
import type { SessionId } from '@hansard/core/store/sessions.ts';
import { rowReader, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';

/** Shorter ones would fit something by accident. */
const SHORTEST_PREFIX = 4;
/** Ids that a session had before it turned out to be another: to be closed with a condition on them. */
const ALIASED = 'key IN (SELECT session_key FROM session_alias';
const readId = rowReader({ uuid: text });

/** Whole names first: where one fits, beginnings are not looked at. The latest come first. */
export function findSessions(sql: Sql, name: string): SessionId[] {
  const exact = sessionsCalled(sql, name);
  return exact.length > 0 ? exact : sessionsBeginning(sql, name);
}

/** By the whole of an id, or of the agent's id for the session or a subagent in it. */
export function sessionsCalled(sql: Sql, name: string): SessionId[] {
  return ids(
    sql,
    `(uuid = ?1 OR native_id = ?2 OR id IN (SELECT session_id FROM thread WHERE native_id = ?2)
      OR ${ALIASED} WHERE uuid = ?1))`,
    name.toLowerCase(),
    name,
  );
}

export function sessionsBeginning(sql: Sql, name: string): SessionId[] {
  if (name.length < SHORTEST_PREFIX) return [];
  const where = `(substr(uuid, 1, ?1) = ?2 OR substr(native_id, 1, ?1) = ?3
    OR ${ALIASED} WHERE substr(uuid, 1, ?1) = ?2))`;
  return ids(sql, where, name.length, name.toLowerCase(), name);
}

function ids(sql: Sql, where: string, ...parameters: (string | number)[]): SessionId[] {
  const rows = sql.all(`SELECT uuid FROM session WHERE ${where} ORDER BY ended DESC, id DESC`, ...parameters);
  return rows.map((row) => readId(row).uuid);
}
