/** All events of a session as their rows tell them, in the order of `logSeq`: what its views are made of. */
import type { Sql } from '../database/sql.ts';
import { FLAGS } from '../events/event-row.ts';
import { PRIMARY, rowSources, type ThreadSource } from './thread-sources.ts';

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
  const { seq, thread, number, key, type, time, tool, status, model, flags, ms } = columnsOf(sql, sessionId);
  const sourceOf = rowSources(sql, sessionId);
  const names = namesOf(sql, [type, tool, status, model]);
  for (let i = 0; i < seq.length; i++) {
    const bits = flags[i] as number;
    yield {
      logSeq: seq[i] as number,
      number: number[i] as number,
      key: key[i] as string,
      source: sourceOf(thread[i] as number, bits),
      type: names.get(type[i]) ?? '',
      time: time[i] as number,
      tool: names.get(tool[i]) ?? '',
      status: names.get(status[i]) ?? '',
      model: names.get(model[i]) ?? '',
      flags: bits,
      ms: ms[i] ?? 0,
    };
  }
}

/** What people asked, themselves. */
export function isPrompt({ type, flags, source }: Pick<SkeletonEvent, 'type' | 'flags' | 'source'>): boolean {
  const unseen = FLAGS.modelOnly | FLAGS.withdrawn | FLAGS.subagent;
  return type === 'user_message' && (flags & unseen) === 0 && source === PRIMARY;
}

export const hasFlag = ({ flags }: Pick<SkeletonEvent, 'flags'>, flag: number): boolean => (flags & flag) !== 0;

interface Columns {
  readonly seq: readonly number[];
  readonly thread: readonly number[];
  readonly number: readonly number[];
  readonly key: readonly string[];
  readonly type: readonly number[];
  readonly time: readonly number[];
  readonly tool: readonly (number | null)[];
  readonly status: readonly (number | null)[];
  readonly model: readonly (number | null)[];
  readonly flags: readonly number[];
  readonly ms: readonly (number | null)[];
}

const COLUMNS = {
  seq: 'r.seq + e.id - r.first',
  thread: 'r.thread_id',
  number: 'e.id',
  key: 'e.key',
  type: 'e.type',
  time: 'e.time',
  tool: 'e.tool',
  status: 'e.status',
  model: 'e.model',
  flags: 'e.flags',
  ms: 't.ms',
};

/** One list for each column, made by the database: a row for each of 100,000 events would take several times as long. */
function columnsOf(sql: Sql, sessionId: number): Columns {
  const names = Object.keys(COLUMNS);
  const inner = Object.entries(COLUMNS).map(([name, column]) => `${column} AS c_${name}`);
  const row = sql.get(
    `SELECT ${names.map((name) => `json_group_array(c_${name}) AS ${name}`).join(', ')} FROM (
       SELECT ${inner.join(', ')} FROM run r CROSS JOIN event e ON e.id BETWEEN r.first AND r.first + r.count - 1
         LEFT JOIN tool_time t ON t.event_id = e.id
       WHERE r.session_id = ? ORDER BY r.seq, e.id)`,
    sessionId,
  );
  const lists = names.map((name) => [name, JSON.parse(row?.[name] as string)]);
  return Object.fromEntries(lists) as Columns;
}

function namesOf(sql: Sql, columns: readonly (readonly (number | null)[])[]): ReadonlyMap<unknown, string> {
  const ids = new Set<number | null>();
  for (const column of columns) for (const id of column) ids.add(id);
  const rows = sql.all(
    'SELECT id, text FROM name WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify([...ids]),
  );
  return new Map(rows.map(({ id, text }) => [id, text as string]));
}
