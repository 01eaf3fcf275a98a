/** Where another day begins in a session that lasts longer than one: the rows that are headed by their date. */
import type { Rows } from './row-order.ts';

// Browsers put a comma between the two, or none.
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long' });
const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

export class DayMarks {
  readonly #listeners = new Set<() => void>();
  #days: ReadonlyMap<number, string> = new Map();

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get(row: number): string | undefined {
    return this.#days.get(row);
  }

  set(days: ReadonlyMap<number, string>): void {
    if (days.size === 0 && this.#days.size === 0) return;
    this.#days = days;
    for (const listener of this.#listeners) listener();
  }
}

/**
 * The first row of each day with its date, in the reader's zone; none when all are of one day. Subagents may have begun
 * earlier than what stands above them, so only rows of the agent that is read count, and time never goes back.
 */
export function daysOf({ ids, depths }: Rows, time: (row: number) => number): Map<number, string> {
  const days = new Map<number, string>();
  let end = Number.NEGATIVE_INFINITY;
  for (const [at, row] of ids.entries()) {
    const ms = depths[at] === 0 && row > 0 ? time(row) : 0;
    if (ms <= 0 || ms < end) continue;
    days.set(row, `${weekday.format(ms)} ${date.format(ms)}`);
    const day = new Date(ms);
    end = new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1).getTime();
  }
  return days.size > 1 ? days : new Map();
}
