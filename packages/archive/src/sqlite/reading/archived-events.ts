/** The events of sessions in the archive as they are, by their logSeqs, with what the archive knows of each. */
import type { Event } from '@hansard/core';
import type { SessionId, SourceFacts } from '@hansard/core/store/sessions.ts';
import type { EventSource } from '@hansard/core/universal/universal-log.ts';
import { integer, rowReader } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import { WhileUnchanged } from '../../database/while-unchanged.ts';
import type { SessionIds } from '../session-ids.ts';
import { sessionHeader } from '../sessions/session-header.ts';
import { threadSources } from '../sessions/thread-sources.ts';
import { completeEvent } from './complete-event.ts';
import type { ReadBack } from './read-back.ts';

const MOST_SESSIONS = 100;
const readNumber = rowReader({ number: integer });

export class ArchivedEvents implements EventSource {
  readonly #sql: Sql;
  readonly #ids: SessionIds;
  readonly #events: ReadBack;
  readonly #sources: WhileUnchanged<number, ReadonlyMap<number, SourceFacts>>;

  constructor(sql: Sql, ids: SessionIds, events: ReadBack) {
    this.#sql = sql;
    this.#ids = ids;
    this.#events = events;
    this.#sources = new WhileUnchanged(sql, MOST_SESSIONS);
  }

  async page(session: SessionId, after: number, limit: number): Promise<Event[]> {
    const number = this.#ids.numberOf(session);
    if (number === undefined || limit <= 0) return [];
    const page = await this.#events.page(number, Math.max(0, after), limit);
    const of = this.#sourcesIn(number);
    return page.map((event) => completeEvent(event, of));
  }

  async at(session: SessionId, logSeqs: readonly number[]): Promise<Event[]> {
    const number = this.#ids.numberOf(session);
    if (number === undefined) return [];
    const found = await this.#events.events(eventNumbers(this.#sql, number, logSeqs));
    const of = this.#sourcesIn(number);
    return found.map((event) => completeEvent(event, of));
  }

  async header(session: SessionId) {
    const number = this.#ids.numberOf(session);
    return number === undefined ? undefined : sessionHeader(this.#sql, number);
  }

  #sourcesIn(number: number) {
    return this.#sources.get(number, () => threadSources(this.#sql, number));
  }
}

/** The archive's numbers of events that are there, in the order of their logSeqs. */
export function eventNumbers(sql: Sql, sessionId: number, logSeqs: readonly number[]): number[] {
  const rows = sql.all(
    `SELECT r.first + j.value - r.seq AS number FROM json_each(?1) j
       JOIN run r ON r.session_id = ?2 AND r.seq = (SELECT max(seq) FROM run WHERE session_id = ?2 AND seq <= j.value)
     WHERE j.value < r.seq + r.count ORDER BY j.value`,
    JSON.stringify(logSeqs),
    sessionId,
  );
  return rows.map((row) => readNumber(row).number);
}
