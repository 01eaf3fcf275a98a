/**
 * How long tools ran: what the agent measured, else the time between call and result as far as both were recorded. It
 * belongs to the call. Also how long the user was waited for, which belongs to the request.
 */
import type { EventDraft } from '@hansard/core';
import { timeOf } from '@hansard/core/events/event-facts.ts';
import { type Timing, timingOf } from '@hansard/core/events/timing.ts';
import type { Sql } from '../../database/sql.ts';

/** Longer ones are clocks that were set, not tools that ran. */
const MOST_MS = 30 * 24 * 3600 * 1000;

/** The call that a result belongs to. */
export interface CallFound {
  readonly number: number;
  readonly time: number;
  /** The time was not recorded. */
  readonly inferred: boolean;
}

export class ToolTimes {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** What an event says. `callOf` finds a result's call by the key of its event. */
  note(number: number, timing: Timing | undefined, callOf: (key: string) => CallFound | undefined): void {
    if (!timing) return;
    const { call: key, ms, until } = timing;
    const call = key === undefined ? undefined : callOf(key);
    if (key !== undefined && !call) return;
    if (ms !== undefined) this.measured(call?.number ?? number, ms);
    else if (call && !call.inferred && until !== undefined) this.#passed(call, until);
  }

  /** What an event that several inputs tell of says takes the place of what one of them said. */
  noteAgain(number: number, event: EventDraft, callOf: (key: string) => CallFound | undefined): void {
    const known = this.#sql.get('SELECT until FROM tool_time WHERE event_id = ?', number);
    const until = known?.['until'];
    if (typeof until !== 'number') this.#sql.run('DELETE FROM tool_time WHERE event_id = ?', number);
    else if (event.timestampSource === undefined) this.#passed({ number, time: timeOf(event.timestamp) }, until, true);
    const call = event.type === 'tool_result' && event.parentId !== undefined ? callOf(event.parentId) : undefined;
    if (call) this.#sql.run('DELETE FROM tool_time WHERE event_id = ? AND until IS NOT NULL', call.number);
    this.note(number, timingOf(event), callOf);
  }

  /** A tool ran, or the user was waited for, so long. */
  measured(event: number, ms: number): void {
    if (!(ms >= 0 && ms <= MOST_MS)) return;
    this.#sql.run('INSERT OR REPLACE INTO tool_time (event_id, ms) VALUES (?, ?)', event, Math.round(ms));
  }

  /** Nothing between the two tells nothing: both were written at once. */
  #passed({ number, time }: Pick<CallFound, 'number' | 'time'>, until: number, again = false): void {
    const ms = until - time;
    if (time > 0 && ms > 0 && ms <= MOST_MS) {
      this.#sql.run(
        `INSERT OR ${again ? 'REPLACE' : 'IGNORE'} INTO tool_time (event_id, ms, until) VALUES (?, ?, ?)`,
        number,
        ms,
        until,
      );
    } else if (again) this.#sql.run('DELETE FROM tool_time WHERE event_id = ?', number);
  }
}
