/** Sessions by what maintenance asks of all of them: their names, and how they hang together. */
import { columnOf, integer, rowReader, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';

const id = columnOf('id', integer);
const key = columnOf('key', text);
const uuid = columnOf('uuid', text);
const count = columnOf('n', integer);
const readNames = rowReader({ id: integer, key: text, uuid: text, agent: text });
const readProject = rowReader({ agent: text, project: text, sessions: integer });

export type SessionNames = ReturnType<typeof readNames>;

export function allSessions(sql: Sql): SessionNames[] {
  return sql.all('SELECT id, key, uuid, agent FROM session ORDER BY id').map(readNames);
}

export function sessionsOfAgent(sql: Sql, agent: string, machine: number): number[] {
  return sql.all('SELECT id FROM session WHERE agent = ? AND machine_id = ?', agent, machine).map(id);
}

/** Keys of sessions that began as copies of one. */
export function forkKeys(sql: Sql, agent: string, nativeId: string | null): string[] {
  const rows = sql.all(
    "SELECT key FROM session WHERE lineage_of = ? AND agent = ? AND lineage_kind <> 'child'",
    nativeId,
    agent,
  );
  return rows.map(key);
}

/** How often a session was shared. */
export function timesShared(sql: Sql, sessionKey: string): number {
  return count(sql.get('SELECT count(*) AS n FROM shared WHERE session_key = ?', sessionKey) ?? { n: 0 });
}

/** The session of every time that one was shared. */
export function sharedUuids(sql: Sql): string[] {
  return sql.all('SELECT s.uuid FROM shared h JOIN session s ON s.key = h.session_key').map(uuid);
}

/** Projects with sessions, by agent. */
export function projectsByAgent(sql: Sql): ReturnType<typeof readProject>[] {
  const rows = sql.all(
    'SELECT agent, project, count(*) AS sessions FROM session WHERE project IS NOT NULL GROUP BY agent, project',
  );
  return rows.map(readProject);
}
