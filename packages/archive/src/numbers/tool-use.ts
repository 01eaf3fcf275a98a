/** Calls of tools: how many, how they ended, how long they took. */
import { Durations } from './durations.ts';

export interface ToolTimesRead {
  readonly timed: number;
  readonly totalMs: number;
  readonly longestMs: number;
  readonly each: readonly number[];
}

export class ToolUse {
  calls = 0;
  /** Errors, timeouts, interruptions. */
  failed = 0;
  /** Refused by a person or a rule. */
  denied = 0;
  /** Calls whose duration is known, and how long these took in all, and the longest. */
  timed = 0;
  totalMs = 0;
  longestMs = 0;
  readonly #durations = new Durations();

  add(status: string, calls: number, times: ToolTimesRead): void {
    this.calls += calls;
    if (FAILED.has(status)) this.failed += calls;
    if (status === 'denied') this.denied += calls;
    this.timed += times.timed;
    this.totalMs += times.totalMs;
    this.longestMs = Math.max(this.longestMs, times.longestMs);
    this.#durations.add(times.each);
  }

  /** Share of the calls that ran and failed. */
  get failureRate(): number | undefined {
    const ran = this.calls - this.denied;
    return ran === 0 ? undefined : this.failed / ran;
  }

  get averageMs(): number | undefined {
    return this.timed === 0 ? undefined : this.totalMs / this.timed;
  }

  get medianMs(): number | undefined {
    return this.#durations.within(0.5);
  }

  /** Nine of ten took no longer. */
  get p90Ms(): number | undefined {
    return this.#durations.within(0.9);
  }
}

const FAILED: ReadonlySet<string> = new Set(['error', 'timeout', 'interrupted']);
