/**
 * Usage summed up by session and quarter of an hour, kept in step with the rows of usage. A quarter in which something
 * changed is summed up anew, so that sums never drift. Quarters, because every time zone's days begin at one; by steps
 * of size, because some prices depend on the size of a request.
 */
import type { Sql } from '../../database/sql.ts';
import { IS_SUM } from './total-keys.ts';

export const SLOT_MS = 15 * 60 * 1000;

/** Sizes of input (cache included) above which some model's price changes. A test compares them with the prices. */
export const SIZE_STEPS = [128_000, 199_999, 200_000, 271_999, 272_000, 512_000] as const;

/** The size of a request; 0 for sums, which say nothing of it. */
export const REQUEST = `iif(${IS_SUM}, 0, input + cache_read + cache_write_5m + cache_write_1h)`;

/** How many steps a request is past. */
export const sizeOf = (steps: readonly number[]): string =>
  steps.length === 0 ? '0' : `(${steps.map((step) => `(${REQUEST} > ${step})`).join(' + ')})`;

export const slotOf = (time: number): number => Math.floor(time / SLOT_MS);

const SIZE = sizeOf(SIZE_STEPS);

const INTO = `INSERT INTO usage_sum (session_id, slot, model, size, subagent, own, inferred, responses,
  input, output, cache_read, cache_write_5m, cache_write_1h, reasoning, largest)`;
const SUMS = `coalesce(model, 0) AS named, ${SIZE} AS size, subagent, own, inferred,
  sum(NOT ${IS_SUM}), sum(input), sum(output), sum(cache_read), sum(cache_write_5m), sum(cache_write_1h), sum(reasoning),
  max(${REQUEST})`;

export class UsageSums {
  readonly #sql: Sql;
  readonly #changed = new Map<number, Set<number>>();

  constructor(sql: Sql) {
    this.#sql = sql;
    sql.onRollback(() => this.#changed.clear());
  }

  /** Something at that time in that session has changed. */
  change(session: number, time: number): void {
    const slots = this.#changed.get(session);
    if (slots) slots.add(slotOf(time));
    else this.#changed.set(session, new Set([slotOf(time)]));
  }

  renew(): void {
    for (const [session, slots] of this.#changed) for (const slot of slots) this.#sumUp(session, slot);
    this.#changed.clear();
  }

  #sumUp(session: number, slot: number): void {
    this.#sql.run('DELETE FROM usage_sum WHERE session_id = ? AND slot = ?', session, slot);
    this.#sql.run(
      `${INTO} SELECT session_id, ?2, ${SUMS}
       FROM usage INDEXED BY usage_time WHERE time >= ?3 AND time < ?4 AND session_id = ?1
       GROUP BY named, size, subagent, own, inferred`,
      session,
      slot,
      slot * SLOT_MS,
      (slot + 1) * SLOT_MS,
    );
  }
}
