/**
 * Below which call a subagent stands. Once the call was loaded its id says it; before that it is the last call of the
 * parent that began before the subagent did.
 */
import { parentSource } from '@hansard/core/events/source-path.ts';
import type { Skeleton } from './skeleton.ts';

/** What the session's details say of a source. */
export interface SourceFacts {
  readonly source: string;
  readonly parent?: string | null;
  readonly callId?: string | null;
  readonly title?: string | null;
  readonly type?: string | null;
}

export class SpawningCalls {
  readonly #facts = new Map<string, SourceFacts>();
  readonly #byCallId = new Map<string, string>();
  /** Source to the logSeq of its call. */
  readonly #certain = new Map<string, number>();

  constructor(sources: readonly SourceFacts[] = []) {
    for (const facts of sources) {
      this.#facts.set(facts.source, facts);
      if (facts.callId) this.#byCallId.set(facts.callId, facts.source);
    }
  }

  facts(source: string): SourceFacts | undefined {
    return this.#facts.get(source);
  }

  /** True when a call that was loaded spawned a source, and that was not known. */
  learn(callId: string | undefined, seq: number): boolean {
    const source = callId === undefined ? undefined : this.#byCallId.get(callId);
    if (source === undefined || this.#certain.get(source) === seq) return false;
    this.#certain.set(source, seq);
    return true;
  }

  /** For every source of the skeleton the logSeq of its call, undefined when none fits. */
  places(skeleton: Skeleton): (number | undefined)[] {
    const { sources } = skeleton;
    const firstTimes = new Map<number, number>();
    for (let seq = 1; seq <= skeleton.lastSeq && firstTimes.size < sources.length; seq++) {
      const source = skeleton.source(seq);
      if (skeleton.type(seq) !== undefined && !firstTimes.has(source)) firstTimes.set(source, skeleton.time(seq));
    }
    firstTimes.delete(sources.indexOf('primary'));
    const guesses = guessed(skeleton, this.#parents(sources), firstTimes);
    return sources.map((source, number) => this.#certain.get(source) ?? guesses.get(number));
  }

  #parents(sources: readonly string[]): number[] {
    return sources.map((source) => {
      const parent = sources.indexOf(this.#facts.get(source)?.parent ?? parentSource(source));
      return Math.max(0, parent < 0 ? sources.indexOf('primary') : parent);
    });
  }
}

/** The last call of the parent before each subagent's first event. */
function guessed(
  skeleton: Skeleton,
  parents: readonly number[],
  firstTimes: ReadonlyMap<number, number>,
): Map<number, number> {
  const calls = new Map<number, Calls>();
  for (const source of firstTimes.keys()) calls.set(parents[source] ?? 0, { seqs: [], times: [] });
  for (let seq = 1; calls.size > 0 && seq <= skeleton.lastSeq; seq++) {
    const own = skeleton.type(seq) === 'tool_call' ? calls.get(skeleton.source(seq)) : undefined;
    // Clocks may go back a little; the search below needs them to rise.
    own?.times.push(Math.max(skeleton.time(seq), own.times.at(-1) ?? 0));
    own?.seqs.push(seq);
  }
  const places = new Map<number, number>();
  for (const [source, time] of firstTimes) {
    const call = lastUntil(calls.get(parents[source] ?? 0), time);
    if (call !== undefined) places.set(source, call);
  }
  return places;
}

interface Calls {
  readonly seqs: number[];
  readonly times: number[];
}

function lastUntil(calls: Calls | undefined, time: number): number | undefined {
  let [low, high] = [0, calls?.times.length ?? 0];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((calls?.times[middle] ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return calls?.seqs[low - 1];
}
