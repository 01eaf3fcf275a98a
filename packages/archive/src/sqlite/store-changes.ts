/** What has changed, as the database counts it; what other processes write shows in a number that it keeps. */

import { FLAGS } from '@hansard/core/events/event-facts.ts';
import type { ChangedEvents, GrownSessions, StoreChanges } from '@hansard/core/store/changes.ts';
import type { SessionId } from '@hansard/core/store/sessions.ts';
import { integer, rowReader } from '../database/row-shape.ts';
import type { Sql } from '../database/sql.ts';
import type { ChangeWatch } from './change-watch.ts';
import { EventRuns, seqIn } from './events/event-runs.ts';
import type { SessionIds } from './session-ids.ts';

const readCount = rowReader({ n: integer });
const readSession = rowReader({ session_id: integer });
const readChanged = rowReader({ id: integer, changed: integer });

export function storeChanges(sql: Sql, ids: SessionIds, watch: ChangeWatch): StoreChanges {
  return {
    version: async () => sql.state(),
    watch: (changed) => watch.listen(changed),
    position: async (session) => {
      // The change first: what happens meanwhile is told again rather than not at all.
      const change = lastChange(sql);
      const number = ids.numberOf(session);
      const lastSeq = number === undefined ? undefined : lastSeqOf(sql, number);
      return lastSeq === undefined ? undefined : { lastSeq, change };
    },
    changed: async (session, after, limit) => changedEvents(sql, ids.numberOf(session), after, limit),
    newest: async () => newestEvent(sql),
    grown: async (after) => grownSince(sql, ids, after),
    removals: async () => countOf(sql, 'SELECT (SELECT count(*) FROM erased) + (SELECT count(*) FROM scrubbed) AS n'),
  };
}

function countOf(sql: Sql, text: string, ...parameters: number[]): number {
  return readCount(sql.get(text, ...parameters) ?? { n: 0 }).n;
}

/** Number of the last change of any event. */
export const lastChange = (sql: Sql): number => countOf(sql, "SELECT value AS n FROM counter WHERE name = 'change'");

/** The number of the newest event. It only grows, whatever is withdrawn or comes back. */
export const newestEvent = (sql: Sql): number => countOf(sql, "SELECT value AS n FROM counter WHERE name = 'event'");

/** How many came after a number, but for those that their agent took back at once. */
export const eventsAfter = (sql: Sql, event: number): number =>
  countOf(sql, `SELECT count(*) AS n FROM event WHERE id > ? AND flags & ${FLAGS.withdrawn} = 0`, event);

/** Undefined when the session is not there. */
export function lastSeqOf(sql: Sql, sessionId: number): number | undefined {
  const row = sql.get('SELECT last_seq AS n FROM session WHERE id = ?', sessionId);
  return row && readCount(row).n;
}

/** Sessions with events behind a number. Runs are in the order of numbers: only new ones are looked at. */
function grownSince(sql: Sql, ids: SessionIds, after: number): GrownSessions {
  const newest = newestEvent(sql);
  const rows = sql.all(
    `SELECT DISTINCT session_id FROM run
     WHERE first >= coalesce((SELECT max(first) FROM run WHERE first <= ?1), 0) AND first + count - 1 > ?1`,
    after,
  );
  const sessions: SessionId[] = [...ids.idsOf(rows.map((row) => readSession(row).session_id)).values()];
  return { sessions, newest };
}

/** Looks at so many changes of all sessions. */
function changedEvents(sql: Sql, sessionId: number | undefined, after: number, limit: number): ChangedEvents {
  const runs = new EventRuns(sql);
  const rows = sql.all('SELECT id, changed FROM event WHERE changed > ? ORDER BY changed LIMIT ?', after, limit);
  const changes = rows.map(readChanged);
  const logSeqs = changes.flatMap(({ id }) => {
    const run = runs.of(id);
    return run?.sessionId === sessionId ? [seqIn(run as NonNullable<typeof run>, id)] : [];
  });
  return { logSeqs, change: changes.at(-1)?.changed ?? after, hasMore: changes.length === limit };
}
