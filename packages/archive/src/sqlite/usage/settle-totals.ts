/**
 * Totals of turns and sessions, which some agents write instead of numbers for each response. They count only where
 * nothing finer is known of the same agent of the session; and a total of the session covers what came before it.
 */

import { FLAGS } from '@hansard/core/events/event-facts.ts';
import { lastTotals } from '@hansard/core/usage/counted.ts';
import type { Names } from '../../database/names.ts';
import { columnOf, integer, rowReader, text, textOrNull } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import { OWN } from './ownership.ts';
import type { SessionOrder } from './session-order.ts';
import type { ChangedUsage } from './settle-owners.ts';
import { IS_TOTAL } from './total-keys.ts';

const readDated = rowReader({ response: text, time: integer, ended: integer });
const readTotal = rowReader({ response: text, event_id: integer, time: integer, own: integer, scope: integer });
const nativeIdOf = columnOf('native_id', textOrNull);

interface Total {
  readonly session: number;
  readonly response: string;
  readonly event: number;
  readonly time: number;
  readonly own: number;
  /** Covers the session so far, not one turn. */
  readonly whole: boolean;
}

export class TotalSettling {
  readonly #sql: Sql;
  readonly #names: Names;
  readonly #order: SessionOrder;
  readonly #moved: (row: Pick<ChangedUsage, 'session' | 'time'>) => void;

  constructor(
    sql: Sql,
    names: Names,
    order: SessionOrder,
    moved: (row: Pick<ChangedUsage, 'session' | 'time'>) => void,
  ) {
    this.#sql = sql;
    this.#names = names;
    this.#order = order;
    this.#moved = moved;
  }

  /** Settles the totals of a session, and of other records of the same session. */
  settle(session: number): void {
    const sessions = [session, ...this.#order.sameSession(session)].sort((a, b) => this.#order.compare(a, b));
    for (const id of sessions) this.#date(id);
    const totals = sessions.flatMap((id) => this.#totalsOf(id));
    if (totals.length === 0) return;
    for (const [agent, ofAgent] of this.#byAgent(totals)) {
      const counts = this.#hasResponses(sessions, agent) ? new Set() : new Set(finest(ofAgent));
      for (const total of ofAgent) this.#write(total, counts.has(total) ? OWN.here : OWN.repeated);
    }
  }

  /** A total without a time of its own is of the session's end: its file may have been copied much later. */
  #date(session: number): void {
    const rows = this.#sql.all(
      `SELECT u.response, u.time, s.ended FROM usage u JOIN session s ON s.id = u.session_id JOIN event e ON e.id = u.event_id
       WHERE u.session_id = ? AND ${IS_TOTAL} AND e.flags & ${FLAGS.inferredTime} AND s.ended <> u.time`,
      session,
    );
    for (const { response, time, ended } of rows.map(readDated)) {
      this.#sql.run('UPDATE usage SET time = ? WHERE session_id = ? AND response = ?', ended, session, response);
      this.#moved({ session, time });
      this.#moved({ session, time: ended });
    }
  }

  #totalsOf(session: number): Total[] {
    const rows = this.#sql.all(
      `SELECT response, event_id, time, own, scope FROM usage
       WHERE session_id = ? AND ${IS_TOTAL}`,
      session,
    );
    const whole = this.#names.find('session');
    return rows.map(readTotal).map(({ event_id: event, scope, ...same }) => ({
      ...same,
      session,
      event,
      whole: scope === whole,
    }));
  }

  /** By the agent of the tree that they belong to: a subagent's totals are its own. */
  #byAgent(totals: readonly Total[]): Map<string, Total[]> {
    const agents = new Map<string, Total[]>();
    for (const total of totals) {
      const thread = this.#sql.get(
        'SELECT native_id FROM thread WHERE id = (SELECT thread_id FROM run WHERE first <= ? ORDER BY first DESC LIMIT 1)',
        total.event,
      );
      const agent = (thread && nativeIdOf(thread)) ?? '';
      agents.set(agent, [...(agents.get(agent) ?? []), total]);
    }
    return agents;
  }

  #hasResponses(sessions: readonly number[], agent: string): boolean {
    return sessions.some(
      (session) =>
        this.#sql.get(
          `SELECT 1 FROM thread t JOIN run r ON r.thread_id = t.id
             JOIN usage u INDEXED BY usage_event ON u.event_id BETWEEN r.first AND r.first + r.count - 1
           WHERE t.session_id = ?1 AND coalesce(t.native_id, '') = ?2 AND u.session_id = ?1
             AND NOT ${IS_TOTAL}
             AND u.input + u.output + u.cache_read + u.cache_write_5m + u.cache_write_1h + u.reasoning > 0 LIMIT 1`,
          session,
          agent,
        ) !== undefined,
    );
  }

  #write({ session, response, time, own }: Total, now: number): void {
    if (own === now) return;
    this.#sql.run(
      'UPDATE usage SET own = ?, inferred = 0 WHERE session_id = ? AND response = ?',
      now,
      session,
      response,
    );
    this.#moved({ session, time });
  }
}

/** Of the first session that has any. */
function finest(totals: readonly Total[]): Total[] {
  const first = totals[0]?.session;
  const own = totals.filter(({ session }) => session === first).sort((a, b) => a.time - b.time || a.event - b.event);
  return lastTotals(own, ({ whole }) => whole);
}
