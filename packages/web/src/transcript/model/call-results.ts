/**
 * Which result answers which call, for all events, so that both can be one card. The columns do not say it: at first
 * the oldest open call of the same tool and agent is taken, and events that are loaded correct that. A correction
 * swaps two pairs, so a call never has two results and none is lost.
 */
import type { Skeleton } from './skeleton.ts';

export class CallResults {
  readonly #resultOf = new Map<number, number>();
  readonly #callOf = new Map<number, number>();
  readonly #open = new Map<string, number[]>();
  readonly #certain = new Set<number>();
  #seen = 0;

  resultOf(call: number): number | undefined {
    return this.#resultOf.get(call);
  }

  callOf(result: number): number | undefined {
    return this.#callOf.get(result);
  }

  /** Goes on to the end of what is known. */
  guess(skeleton: Skeleton): void {
    for (let seq = this.#seen + 1; seq <= skeleton.lastSeq; seq++) {
      const type = skeleton.type(seq);
      if (type !== 'tool_call' && type !== 'tool_result') continue;
      const key = `${skeleton.source(seq)} ${skeleton.tool(seq)}`;
      if (type === 'tool_call' && skeleton.status(seq) !== 'running') this.#opened(key, seq);
      if (type === 'tool_result') this.#answered(key, seq);
    }
    this.#seen = skeleton.lastSeq;
  }

  #opened(key: string, call: number): void {
    if (this.#resultOf.has(call)) return;
    const open = this.#open.get(key);
    if (open) open.push(call);
    else this.#open.set(key, [call]);
  }

  #answered(key: string, result: number): void {
    if (this.#callOf.has(result)) return;
    const open = this.#open.get(key);
    let call = open?.shift();
    while (call !== undefined && this.#resultOf.has(call)) call = open?.shift();
    if (call !== undefined) this.#pair(call, result);
  }

  /** What the events themselves say. True when it was not as guessed. */
  learn(call: number, result: number): boolean {
    this.#certain.add(call);
    const [otherCall, otherResult] = [this.#callOf.get(result), this.#resultOf.get(call)];
    if (otherCall === call) return false;
    this.#pair(call, result);
    if (otherCall !== undefined) this.#resultOf.delete(otherCall);
    if (otherResult !== undefined) this.#callOf.delete(otherResult);
    const isFree = otherCall !== undefined && otherResult !== undefined && !this.#certain.has(otherCall);
    if (isFree) this.#pair(otherCall, otherResult);
    return true;
  }

  #pair(call: number, result: number): void {
    this.#resultOf.set(call, result);
    this.#callOf.set(result, call);
  }
}
