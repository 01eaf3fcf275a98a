/**
 * When turns began and ended, and when the agent waited in them. A turn begins with a prompt and ends with the agent's
 * own record of its end, or with its last answer or tool result. Turns do not overlap.
 */
import type { TurnStep } from './turn-step.ts';

export interface TurnWait {
  readonly from: number;
  readonly to: number;
  /** For the user's answer, or idle: after the turn's end, until the agent went on without a prompt. */
  readonly reason: 'answer' | 'idle';
}

export interface TurnTime {
  /** Milliseconds since 1970; 0 when the prompt has no recorded time. */
  readonly start: number;
  /** Undefined when nothing with a recorded time came of the prompt. */
  readonly end: number | undefined;
  /** In order; they do not overlap and lie inside the turn. */
  readonly waits: readonly TurnWait[];
}

/** One for each prompt, in the order of the log. Steps before the first prompt belong to no turn. */
export function turnTimes(steps: Iterable<TurnStep>): TurnTime[] {
  const turns: TurnTime[] = [];
  let open: OpenTurn | undefined;
  for (const step of steps) {
    if (step.kind !== 'prompt') open?.take(step);
    else {
      if (open) turns.push(open.close(step.time));
      open = new OpenTurn(step.time);
    }
  }
  if (open) turns.push(open.close(0));
  return turns;
}

/** How long the agent was at work; undefined when that is not known. */
export function workedMs({ start, end, waits }: TurnTime): number | undefined {
  return start > 0 && end !== undefined ? end - start - waitedMs({ waits }) : undefined;
}

export const waitedMs = ({ waits }: Pick<TurnTime, 'waits'>): number =>
  waits.reduce((sum, { from, to }) => sum + to - from, 0);

class OpenTurn {
  readonly #start: number;
  readonly #waits: TurnWait[] = [];
  #end: number | undefined;
  /** Since when the agent waits, until it does something again. */
  #since: Omit<TurnWait, 'to'> | undefined;

  constructor(start: number) {
    this.#start = start;
  }

  take({ kind, time, ms }: TurnStep): void {
    if (time === 0) return;
    if (this.#since && time > this.#since.from) {
      // A second record of the same end is no work.
      if (kind !== 'end' || this.#since.reason !== 'idle') this.#wait(this.#since.from, time, this.#since.reason);
      this.#since = undefined;
    }
    if (kind === 'wait' && ms !== undefined) this.#wait(time, time + ms, 'answer');
    if (kind === 'wait' && ms === undefined) this.#since ??= { from: time, reason: 'answer' };
    if (kind === 'end') this.#since = { from: time, reason: 'idle' };
    this.#end = Math.max(this.#end ?? 0, time + (kind === 'end' ? 0 : (ms ?? 0)));
  }

  /** The next prompt ends a turn at the latest; 0 when there is none, or its time is not known. */
  close(next: number): TurnTime {
    const limit = next > 0 && next >= this.#start ? next : Number.POSITIVE_INFINITY;
    const end = this.#end === undefined ? undefined : Math.min(this.#end, limit);
    if (this.#start === 0 || end === undefined || end < this.#start) {
      return { start: this.#start, end: undefined, waits: [] };
    }
    return { start: this.#start, end, waits: apart(this.#waits, this.#start, end) };
  }

  #wait(from: number, to: number, reason: TurnWait['reason']): void {
    this.#waits.push({ from, to, reason });
  }
}

/** Waits inside a turn, each moment in one of them. */
function apart(waits: readonly TurnWait[], start: number, end: number): TurnWait[] {
  const kept: TurnWait[] = [];
  let last = start;
  for (const { from, to, reason } of waits.toSorted((a, b) => a.from - b.from)) {
    const wait = { from: Math.max(from, last), to: Math.min(to, end), reason };
    if (wait.to <= wait.from) continue;
    kept.push(wait);
    last = wait.to;
  }
  return kept;
}
