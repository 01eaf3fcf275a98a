/** Token buckets: disjoint, summed once per response. */
import type { EventDraft } from '../adapters/contract.ts';
import type { Tokens } from '../transcript.ts';
import { countedEvents } from './counted.ts';

export interface Buckets {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite5m: number;
  cacheWrite1h: number;
  reasoning: number;
}

export const noTokens = (): Buckets => ({
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite5m: 0,
  cacheWrite1h: 0,
  reasoning: 0,
});

export function addBuckets(sum: Buckets, usage: Readonly<Buckets>): void {
  sum.input += usage.input;
  sum.output += usage.output;
  sum.cacheRead += usage.cacheRead;
  sum.cacheWrite5m += usage.cacheWrite5m;
  sum.cacheWrite1h += usage.cacheWrite1h;
  sum.reasoning += usage.reasoning;
}

/** The published token numbers: input with all cache traffic, output with reasoning. */
export function toTokens(sum: Readonly<Buckets>): Tokens {
  const cacheWrite = sum.cacheWrite5m + sum.cacheWrite1h;
  return {
    input: sum.input + sum.cacheRead + cacheWrite,
    output: sum.output + sum.reasoning,
    cacheRead: sum.cacheRead,
    cacheWrite,
    reasoning: sum.reasoning,
  };
}

export function sumOf(events: Iterable<Pick<EventDraft, 'usage'>>): Buckets {
  const sum = noTokens();
  for (const { usage } of events) if (usage) addBuckets(sum, usage);
  return sum;
}

/** Counted usage by model. */
export function usageByModel(events: Iterable<Pick<EventDraft, 'id' | 'model' | 'usage'>>): Map<string, Buckets> {
  const models = new Map<string, Buckets>();
  for (const { model = '', usage } of countedEvents(events)) {
    const sum = models.get(model) ?? noTokens();
    if (usage) addBuckets(sum, usage);
    models.set(model, sum);
  }
  return models;
}
