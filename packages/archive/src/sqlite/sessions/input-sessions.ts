/** Which sessions an input tells of, and which inputs tell of a session. */
import { columnOf, integer, rowReader, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';

const inputId = columnOf('input_id', integer);
const sessionId = columnOf('session_id', integer);
const uuid = columnOf('uuid', text);
const readShared = rowReader({ session_id: integer, path: text });
const readFile = rowReader({ path: text, kind: text });

/** In the order in which the archive learnt of them. */
export function inputsOf(sql: Sql, session: number): number[] {
  return sql.all('SELECT DISTINCT input_id FROM thread WHERE session_id = ? ORDER BY input_id', session).map(inputId);
}

/** The input of the session's own agent. */
export function ownInputOf(sql: Sql, session: number): number | undefined {
  const row = sql.get('SELECT input_id FROM thread WHERE session_id = ? AND subagent = 0 ORDER BY id', session);
  return row && inputId(row);
}

/** The session's own file on this machine, or the database that it is in. */
export function ownFileOf(sql: Sql, session: number): { readonly path: string; readonly kind: string } | undefined {
  const row = sql.get(
    `SELECT i.path, i.kind FROM thread t JOIN input i ON i.id = t.input_id
     WHERE t.session_id = ? AND i.machine_id = 1 ORDER BY t.subagent, t.id DESC LIMIT 1`,
    session,
  );
  return row && readFile(row);
}

export function sessionsOf(sql: Sql, input: number): number[] {
  return sql.all('SELECT DISTINCT session_id FROM thread WHERE input_id = ?', input).map(sessionId);
}

/** Of these the ones that it tells of themselves, not of a subagent. */
export function ownSessionsOf(sql: Sql, input: number): number[] {
  const rows = sql.all('SELECT DISTINCT session_id FROM thread WHERE input_id = ? AND subagent = 0', input);
  return rows.map(sessionId);
}

/** A session that it tells of itself, else one whose subagent it tells of. */
export function firstSessionOf(sql: Sql, input: number): number | undefined {
  const row = sql.get('SELECT session_id FROM thread WHERE input_id = ? ORDER BY subagent, id LIMIT 1', input);
  return row && sessionId(row);
}

export function hasThreads(sql: Sql, input: number): boolean {
  return sql.get('SELECT 1 FROM thread WHERE input_id = ?', input) !== undefined;
}

export function uuidsOfInput(sql: Sql, input: number): string[] {
  const rows = sql.all(
    'SELECT DISTINCT s.uuid FROM thread t JOIN session s ON s.id = t.session_id WHERE t.input_id = ?',
    input,
  );
  return rows.map(uuid);
}

/** Other sessions that are in one file with a session, with the file. */
export function sharingFile(sql: Sql, session: number): { readonly session: number; readonly path: string }[] {
  const rows = sql.all(
    `SELECT DISTINCT o.session_id, i.path FROM thread t JOIN thread o ON o.input_id = t.input_id
       JOIN input i ON i.id = t.input_id WHERE t.session_id = ?1 AND o.session_id <> ?1`,
    session,
  );
  return rows.map(readShared).map((row) => ({ session: row.session_id, path: row.path }));
}

/** Inputs of a session that tell of others, too. */
export function sharedInputIds(sql: Sql, session: number): number[] {
  const rows = sql.all(
    `SELECT DISTINCT t.input_id FROM thread t JOIN thread o ON o.input_id = t.input_id
     WHERE t.session_id = ?1 AND o.session_id <> ?1`,
    session,
  );
  return rows.map(inputId);
}
