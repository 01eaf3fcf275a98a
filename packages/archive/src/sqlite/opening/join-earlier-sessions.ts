/**
 * Archives before version 4 kept what a running agent printed, and what was imported, as sessions of their own. They
 * become inputs of the session that they tell of; what people said of them goes with them.
 */
import type { SessionFacts } from '@hansard/core';
import { UNNAMED } from '../../adapters/imported-adapter.ts';
import { Names } from '../../database/names.ts';
import type { Sql } from '../../database/sql.ts';
import { sessionKey } from '../../sessions/session-key.ts';
import { joinJournal, joinSessions, renameKey } from '../sessions/join-sessions.ts';
import { clearThread } from '../sessions/move-thread.ts';
import { UsageWriter } from '../usage/usage-writer.ts';

export function joinEarlierSessions(sql: Sql): void {
  const usage = new UsageWriter(sql, new Names(sql));
  for (const { id, key } of sql.all('SELECT id, key FROM session ORDER BY id')) {
    const now = presentKey(key as string, nativeIdIn(sql, id as number));
    if (now !== undefined) joinOne(sql, usage, { id: id as number, key: key as string }, now);
  }
  // Sessions that are known, and not there.
  for (const { key } of sql.all('SELECT key FROM known_session WHERE key NOT IN (SELECT key FROM session)')) {
    const now = presentKey(key as string, undefined);
    if (now !== undefined) joinJournal(sql, key as string, now);
  }
  usage.settle();
}

function joinOne(sql: Sql, usage: UsageWriter, from: { id: number; key: string }, key: string): void {
  const into = sql.get('SELECT id FROM session WHERE key = ?', key)?.['id'] as number | undefined;
  if (into === undefined) {
    if (sql.get('SELECT 1 FROM known_session WHERE key = ?', key)) joinJournal(sql, key, from.key);
    renameKey(sql, from.key, key);
    return;
  }
  for (const { id, dialect } of sql.all(
    'SELECT t.id, i.dialect FROM thread t JOIN input i ON i.id = t.input_id WHERE t.session_id = ?',
    from.id,
  )) {
    if (UNNAMED.has(dialect as string)) clearThread(sql, usage, id as number);
  }
  joinSessions(sql, usage, from.id, into);
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
  for (const { facts } of sql.all('SELECT facts FROM thread WHERE session_id = ? ORDER BY id', session)) {
    const { imported } = JSON.parse(facts as string) as SessionFacts;
    if (imported?.nativeId !== undefined) return imported.nativeId;
  }
  return undefined;
}
