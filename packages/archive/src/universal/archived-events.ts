/** The events of sessions in the archive as they are, by their logSeqs, with what the archive knows of each. */
import type { Event } from '@hansard/core';
import type { Sql } from '../database/sql.ts';
import { WhileUnchanged } from '../database/while-unchanged.ts';
import type { ReadBack } from '../events/read-back.ts';
import { completeEvent, type Sources, sourcesOf } from '../views/complete-event.ts';
import { sessionHeader } from './session-header.ts';
import type { EventSource } from './universal-log.ts';

const MOST_SESSIONS = 100;

export function archivedEvents({ sql, events }: { sql: Sql; events: ReadBack }): EventSource {
  const sources = new WhileUnchanged<number, Sources>(sql, MOST_SESSIONS);
  const sourcesIn = (sessionId: number) => sources.get(sessionId, () => sourcesOf(sql, sessionId));
  return {
    async page(sessionId, after, limit): Promise<Event[]> {
      const page = await events.page(sessionId, after, limit);
      const of = sourcesIn(sessionId);
      return page.map((event) => completeEvent(event, of));
    },
    async events(sessionId, logSeqs): Promise<Event[]> {
      const found = await events.events(numbersOf(sql, sessionId, logSeqs));
      const of = sourcesIn(sessionId);
      return found.map((event) => completeEvent(event, of));
    },
    header: (sessionId) => sessionHeader(sql, sessionId),
  };
}

/** The archive's numbers of events, in the order of their logSeqs. */
export function numbersOf(sql: Sql, sessionId: number, logSeqs: readonly number[]): number[] {
  const rows = sql.all(
    `SELECT r.first + j.value - r.seq AS number FROM json_each(?1) j
       JOIN run r ON r.session_id = ?2 AND r.seq = (SELECT max(seq) FROM run WHERE session_id = ?2 AND seq <= j.value)
     WHERE j.value < r.seq + r.count ORDER BY j.value`,
    JSON.stringify(logSeqs),
    sessionId,
  );
  return rows.map(({ number }) => number as number);
}
