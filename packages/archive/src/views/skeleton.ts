/** All events of a session as their rows tell them, in the order of `logSeq`: what its views are made of. */
import type { SqlRow } from '@hansard/core';
import type { Sql } from '../database/sql.ts';
import { FLAGS } from '../events/event-row.ts';
import { INLINE, PRIMARY, type ThreadSource, threadSources } from './thread-sources.ts';

export interface SkeletonEvent {
  readonly logSeq: number;
  /** Number in the archive. */
  readonly number: number;
  /** Id of the event. */
  readonly key: string;
  readonly source: ThreadSource;
  readonly type: string;
  /** Milliseconds since 1970; 0 when it is not known. */
  readonly time: number;
  readonly tool: string;
  readonly status: string;
  readonly model: string;
  readonly flags: number;
  /** How long the tool ran. */
  readonly ms: number;
}

export function* skeleton(sql: Sql, sessionId: number): Generator<SkeletonEvent> {
  const sources = threadSources(sql, sessionId);
  const names = namesOf(sql, sessionId);
  const rows = sql.all(
    `SELECT r.seq + e.id - r.first AS seq, r.thread_id, e.id, e.key, e.type, e.time, e.tool, e.status, e.model, e.flags,
       t.ms FROM run r CROSS JOIN event e ON e.id BETWEEN r.first AND r.first + r.count - 1
       LEFT JOIN tool_time t ON t.event_id = e.id
     WHERE r.session_id = ? ORDER BY r.seq, e.id`,
    sessionId,
  );
  for (const row of rows) yield toEvent(row, sources.get(row['thread_id'] as number) ?? PRIMARY, names);
}

/** What people asked, themselves. */
export function isPrompt({ type, flags, source }: Pick<SkeletonEvent, 'type' | 'flags' | 'source'>): boolean {
  const unseen = FLAGS.modelOnly | FLAGS.withdrawn | FLAGS.subagent;
  return type === 'user_message' && (flags & unseen) === 0 && source === PRIMARY;
}

export const hasFlag = ({ flags }: Pick<SkeletonEvent, 'flags'>, flag: number): boolean => (flags & flag) !== 0;

function toEvent(row: SqlRow, own: ThreadSource, names: ReadonlyMap<unknown, string>): SkeletonEvent {
  const flags = row['flags'] as number;
  return {
    logSeq: row['seq'] as number,
    number: row['id'] as number,
    key: row['key'] as string,
    source: flags & FLAGS.subagent && own === PRIMARY ? INLINE : own,
    type: names.get(row['type']) ?? '',
    time: row['time'] as number,
    tool: names.get(row['tool']) ?? '',
    status: names.get(row['status']) ?? '',
    model: names.get(row['model']) ?? '',
    flags,
    ms: (row['ms'] as number | null) ?? 0,
  };
}

function namesOf(sql: Sql, sessionId: number): ReadonlyMap<unknown, string> {
  const columns = ['type', 'tool', 'status', 'model'].map(
    (column) =>
      `SELECT DISTINCT e.${column} AS id FROM run r CROSS JOIN event e ON e.id BETWEEN r.first AND r.first + r.count - 1
       WHERE r.session_id = ?1`,
  );
  const rows = sql.all(`SELECT id, text FROM name WHERE id IN (${columns.join(' UNION ')})`, sessionId);
  return new Map(rows.map(({ id, text }) => [id, text as string]));
}
