/** Names that change because what they were made from was written over: of events, of sessions, and what refers to them. */

import { hasColumn } from '../../database/has-table.ts';
import { integer, rowReader, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import { sessionKey } from '../../sessions/session-key.ts';
import { renameKey } from '../sessions/join-sessions.ts';

const EVENTS = `SELECT e.id, e.key FROM thread t JOIN run r ON r.thread_id = t.id
  JOIN event e ON e.id BETWEEN r.first AND r.first + r.count - 1 WHERE t.input_id = ?`;
const CALLED = `SELECT a.event_id, a.thread_id, a.key FROM thread t JOIN account a ON a.thread_id = t.id
  WHERE t.input_id = ? AND a.key IS NOT NULL`;
const SESSIONS = 'SELECT DISTINCT s.key FROM thread t JOIN session s ON s.id = t.session_id WHERE t.input_id = ?';

const readEvent = rowReader({ id: integer, key: text });
const readCalled = rowReader({ event_id: integer, thread_id: integer, key: text });

/** The input's own key has changed. */
export function followKey(sql: Sql, inputId: number, agent: string, before: string, after: string): void {
  renameEvents(sql, inputId, (key) => (key.startsWith(before) ? after + key.slice(before.length) : key));
  for (const { key } of sql.all(SESSIONS, inputId)) {
    if (key === sessionKey(agent, before)) renameSession(sql, key, sessionKey(agent, after));
  }
}

/** Ids of events may themselves hold what was removed. */
export function renameEvents(sql: Sql, inputId: number, rename: (key: string) => string): void {
  renameCalled(sql, inputId, rename);
  for (const { id, key } of sql.all(EVENTS, inputId).map(readEvent)) {
    const name = rename(key);
    if (name === key) continue;
    sql.run('UPDATE event SET key = ? WHERE id = ?', name, id);
    sql.run(
      `UPDATE note SET event_key = ?1 WHERE event_key = ?2 AND session_key IN (
         SELECT s.key FROM run r JOIN session s ON s.id = r.session_id WHERE ?3 BETWEEN r.first AND r.first + r.count - 1)`,
      name,
      key,
      id,
    );
  }
}

/** What an input calls events that the archive knows by other ids. */
function renameCalled(sql: Sql, inputId: number, rename: (key: string) => string): void {
  if (!hasColumn(sql, 'account', 'key')) return;
  for (const { event_id: event, thread_id: thread, key } of sql.all(CALLED, inputId).map(readCalled)) {
    const name = rename(key);
    if (name === key) continue;
    sql.run('UPDATE account SET key = ? WHERE event_id = ? AND thread_id = ?', name, event, thread);
  }
}

/** Its number and its id stay. */
function renameSession(sql: Sql, before: string, after: string): void {
  if (!sql.get('SELECT 1 FROM known_session WHERE key = ?', after)) renameKey(sql, before, after);
}
