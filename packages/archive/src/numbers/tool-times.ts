/**
 * How long tools ran: what the agent measured, else the time between call and result as far as both were recorded. It
 * belongs to the call.
 */
import type { EventDraft } from '@hansard/core';
import type { Sql } from '../database/sql.ts';
import { timeOf } from '../events/event-row.ts';

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

  /** What a call, or a result, says. `callOf` finds a result's call by the key of its event. */
  note(number: number, event: EventDraft, callOf: (key: string) => CallFound | undefined): void {
    const measured = event.tool?.durationMs;
    if (event.type === 'tool_call' && measured !== undefined) this.measured(number, measured);
    if (event.type !== 'tool_result' || event.parentId === undefined) return;
    const call = callOf(event.parentId);
    if (!call) return;
    if (measured !== undefined) this.measured(call.number, measured);
    else if (!call.inferred && event.timestampSource === undefined) this.#passed(call, timeOf(event.timestamp));
  }

  measured(call: number, ms: number): void {
    if (!(ms >= 0 && ms <= MOST_MS)) return;
    this.#sql.run('INSERT OR REPLACE INTO tool_time (event_id, ms) VALUES (?, ?)', call, Math.round(ms));
  }

  /** Nothing between the two tells nothing: both were written at once. */
  #passed({ number, time }: CallFound, until: number): void {
    const ms = until - time;
    if (time > 0 && ms > 0 && ms <= MOST_MS) {
      this.#sql.run('INSERT OR IGNORE INTO tool_time (event_id, ms) VALUES (?, ?)', number, ms);
    }
  }
}
