/**
 * Archives before version 4 kept what a running agent printed, and what was imported, as sessions of their own. They
 * become inputs of the session that they tell of; what people said of them goes with them.
 */

import type { SessionFacts } from '@hansard/core';
import { UNNAMED } from '../../adapters/imported-adapter.ts';
import { idOf, keyIn } from '../../database/columns.ts';
import { Names } from '../../database/names.ts';
import { columnOf, integer, rowReader, text, textOrNull } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import { sessionKey } from '../../sessions/session-key.ts';
import { joinJournal, joinSessions, renameKey } from '../sessions/join-sessions.ts';
import { clearThread } from '../sessions/move-thread.ts';
import { UsageWriter } from '../usage/usage-writer.ts';

const readSession = rowReader({ id: integer, key: text });
const readThread = rowReader({ id: integer, dialect: textOrNull });
const factsIn = columnOf('facts', text);

export function joinEarlierSessions(sql: Sql): void {
  const usage = new UsageWriter(sql, new Names(sql));
  for (const { id, key } of sql.all('SELECT id, key FROM session ORDER BY id').map(readSession)) {
    const now = presentKey(key, nativeIdIn(sql, id));
    if (now !== undefined) joinOne(sql, usage, { id, key }, now);
  }
  // Sessions that are known, and not there.
  const absent = sql.all('SELECT key FROM known_session WHERE key NOT IN (SELECT key FROM session)');
  for (const key of absent.map(keyIn)) {
    const now = presentKey(key, undefined);
    if (now !== undefined) joinJournal(sql, key, now);
  }
  usage.settle();
}

function joinOne(sql: Sql, usage: UsageWriter, from: { id: number; key: string }, key: string): void {
  const known = sql.get('SELECT id FROM session WHERE key = ?', key);
  if (!known) {
    if (sql.get('SELECT 1 FROM known_session WHERE key = ?', key)) joinJournal(sql, key, from.key);
    renameKey(sql, from.key, key);
    return;
  }
  const threads = sql.all(
    'SELECT t.id, i.dialect FROM thread t JOIN input i ON i.id = t.input_id WHERE t.session_id = ?',
    from.id,
  );
  for (const { id, dialect } of threads.map(readThread)) {
    if (dialect !== null && UNNAMED.has(dialect)) clearThread(sql, usage, id);
  }
  joinSessions(sql, usage, from.id, idOf(known));
}

/** Undefined for a key that is as it should be. */
function presentKey(key: string, nativeId: string | undefined): string | undefined {
  const [agent, id, kind] = parsed(key);
  if (!agent || id === undefined) return undefined;
  if (kind === 'live') return sessionKey(agent, id);
  return kind === 'import' ? sessionKey(agent, nativeId ?? id) : undefined;
}

/** Keys of erased sessions are hashes. */
function parsed(key: string): (string | undefined)[] {
  return key.startsWith('[') ? (JSON.parse(key) as string[]) : [];
}

function nativeIdIn(sql: Sql, session: number): string | undefined {
  for (const row of sql.all('SELECT facts FROM thread WHERE session_id = ? ORDER BY id', session)) {
    const { imported } = JSON.parse(factsIn(row)) as SessionFacts;
    if (imported?.nativeId !== undefined) return imported.nativeId;
  }
  return undefined;
}
