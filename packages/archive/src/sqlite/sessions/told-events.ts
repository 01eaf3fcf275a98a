/** Who tells of the events of a session: its threads, and which of them have ids of their own. */
import { FLAGS } from '@hansard/core/events/event-facts.ts';
import type { OwnIds } from '@hansard/core/reading/same-events.ts';
import { flag, integer, rowReader, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import { counterOf, setCounter } from '../counters.ts';

const readThread = rowReader({ id: integer, rank: integer, subagent: flag, own_ids: integer });
const readAccount = rowReader({ event_id: integer, thread_id: integer });
const readEvent = rowReader({ id: integer, flags: integer, type: text, thread_id: integer });
const readSpeaker = rowReader({ agent: text, subagent: flag });
const OWN_IDS = [undefined, 'texts', 'all'] as const;

export interface ToldThread {
  readonly id: number;
  readonly rank: number;
  readonly subagent: boolean;
  readonly ownIds: OwnIds | undefined;
}

export function toldThreads(sql: Sql, session: number): Map<number, ToldThread> {
  const rows = sql.all('SELECT id, rank, subagent, own_ids FROM thread WHERE session_id = ?', session).map(readThread);
  return new Map(
    rows.map(({ id, rank, subagent, own_ids: ids }) => [id, { id, rank, subagent, ownIds: OWN_IDS[ids] }]),
  );
}

/** Threads that give further accounts of events, by event. */
export function furtherAccounts(sql: Sql, session: number): Map<number, number[]> {
  const accounts = new Map<number, number[]>();
  const rows = sql.all(
    'SELECT a.event_id, a.thread_id FROM thread t JOIN account a ON a.thread_id = t.id WHERE t.session_id = ?',
    session,
  );
  for (const { event_id: event, thread_id: thread } of rows.map(readAccount)) {
    accounts.set(event, [...(accounts.get(event) ?? []), thread]);
  }
  return accounts;
}

/** Events that are not withdrawn, in the order in which the archive learnt of them. */
export function presentEvents(sql: Sql, session: number): ReturnType<typeof readEvent>[] {
  const rows = sql.all(
    `SELECT e.id, e.flags, n.text AS type, r.thread_id FROM run r
       JOIN event e ON e.id BETWEEN r.first AND r.first + r.count - 1 JOIN name n ON n.id = e.type
     WHERE r.session_id = ? AND e.flags & ${FLAGS.withdrawn} = 0 ORDER BY e.id`,
    session,
  );
  return rows.map(readEvent);
}

/** Whose numbers a thread of a session tells. */
export function speakerOf(
  sql: Sql,
  session: number,
  thread: number,
): { readonly agent: string; readonly subagent: boolean } {
  const row = sql.get(
    'SELECT s.agent, t.subagent FROM session s, thread t WHERE s.id = ? AND t.id = ?',
    session,
    thread,
  );
  return readSpeaker(row ?? {});
}

export interface OwnIdsOf {
  readonly agent: string;
  readonly dialect: string;
  readonly ownIds: OwnIds;
}

/** What was read before streams were told apart is marked, and noted to be looked at, once. */
export function markStreams(sql: Sql, streams: Iterable<OwnIdsOf>): void {
  if (counterOf(sql, 'unmarked') !== 1) return;
  sql.transaction(() => {
    for (const { agent, dialect, ownIds } of streams) sql.run(MARK, OWN_IDS.indexOf(ownIds), agent, dialect);
    sql.run(
      `INSERT OR IGNORE INTO unaligned (session_id, change)
       SELECT session_id, 1 FROM thread GROUP BY session_id HAVING max(own_ids) > 0 AND count(*) > 1`,
    );
    setCounter(sql, 'unmarked', 0);
  });
}

const MARK = 'UPDATE thread SET own_ids = ? WHERE input_id IN (SELECT id FROM input WHERE agent = ? AND dialect = ?)';
