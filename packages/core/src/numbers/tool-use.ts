/** Calls of tools: how many, how they ended, how long they took. */
import { brokeDown } from '../events/tool-outcome.ts';
import { Durations } from './durations.ts';

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

  /** `ms`: how long each took of which that is known. */
  add(status: string, calls: number, ms: readonly number[]): void {
    this.calls += calls;
    if (brokeDown(status)) this.failed += calls;
    if (status === 'denied') this.denied += calls;
    this.timed += ms.length;
    for (const one of ms) {
      this.totalMs += one;
      this.longestMs = Math.max(this.longestMs, one);
    }
    this.#durations.add(ms);
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
