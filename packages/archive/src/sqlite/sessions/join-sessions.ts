/** Makes one session of two that turned out to be the same: what people said of either is said of both. */
import { idOf, keyIn } from '../../database/columns.ts';
import { hasTable } from '../../database/has-table.ts';
import type { Sql } from '../../database/sql.ts';
import type { UsageWriter } from '../usage/usage-writer.ts';
import { describeAgain } from './describe-session.ts';
import { moveThread } from './move-thread.ts';
import { recount } from './recount.ts';

/** By their numbers. What was the one is found by its id and number still. */
export function joinSessions(sql: Sql, usage: UsageWriter, from: number, into: number): void {
  usage.meet(from);
  usage.meet(into);
  for (const id of sql.all('SELECT id FROM thread WHERE session_id = ? ORDER BY id', from).map(idOf)) {
    moveThread(sql, usage, id, into);
  }
  removeEmpty(sql, from, keyOf(sql, into));
  describeAgain(sql, into);
  recount(sql, into);
}

const keyOf = (sql: Sql, session: number): string =>
  keyIn(sql.get('SELECT key FROM session WHERE id = ?', session) ?? {});

/** Takes a session out that has no threads any more. */
export function removeEmpty(sql: Sql, session: number, into: string): void {
  const key = keyOf(sql, session);
  for (const table of ['universal_block', 'universal_log', 'unaligned']) {
    if (hasTable(sql, table)) sql.run(`DELETE FROM ${table} WHERE session_id = ?`, session);
  }
  sql.run('DELETE FROM session WHERE id = ?', session);
  joinJournal(sql, key, into);
}

/** What is said of a key is said of another. */
export function joinJournal(sql: Sql, from: string, into: string): void {
  if (!sql.get('SELECT 1 FROM known_session WHERE key = ?', into)) {
    renameKey(sql, from, into);
    return;
  }
  sql.run(
    `UPDATE known_session SET
       starred = coalesce(starred, (SELECT starred FROM known_session WHERE key = ?1)),
       generation = max(generation, coalesce((SELECT generation FROM known_session WHERE key = ?1), 1))
     WHERE key = ?2`,
    from,
    into,
  );
  sql.run(
    `INSERT OR REPLACE INTO session_alias (uuid, number, session_key)
     SELECT uuid, number, ? FROM known_session WHERE key = ?`,
    into,
    from,
  );
  sql.run('DELETE FROM known_session WHERE key = ?', from);
  sql.run('UPDATE OR IGNORE tag SET session_key = ? WHERE session_key = ?', into, from);
  sql.run('DELETE FROM tag WHERE session_key = ?', from);
  if (hasTable(sql, 'git_link')) {
    sql.run('UPDATE OR IGNORE git_link SET session_key = ? WHERE session_key = ?', into, from);
    sql.run('DELETE FROM git_link WHERE session_key = ?', from);
  }
  for (const table of ['note', 'shared', 'session_alias']) {
    sql.run(`UPDATE ${table} SET session_key = ? WHERE session_key = ?`, into, from);
  }
}

/** A session gets another key; its number and id stay. */
export function renameKey(sql: Sql, before: string, after: string): void {
  sql.run('UPDATE session SET key = ? WHERE key = ?', after, before);
  sql.run('UPDATE known_session SET key = ? WHERE key = ?', after, before);
  for (const table of ['tag', 'note', 'shared', 'session_alias', ...(hasTable(sql, 'git_link') ? ['git_link'] : [])]) {
    sql.run(`UPDATE ${table} SET session_key = ? WHERE session_key = ?`, after, before);
  }
}
