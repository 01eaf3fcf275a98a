/** Token buckets: disjoint, summed once per response. */
import type { EventDraft } from '../adapters/contract.ts';
import type { Tokens, Usage } from '../transcript.ts';

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

/**
 * Usage by model over events: a response counts once (its last numbers win), and only numbers that cover one
 * response count; what a fork inherited belongs to the session it came from.
 */
export function usageByModel(events: Iterable<Pick<EventDraft, 'id' | 'model' | 'usage'>>): Map<string, Buckets> {
  const responses = new Map<string, { model: string; usage: Usage }>();
  for (const { id, model, usage } of events) {
    if (!usage || usage.inherited || (usage.scope ?? 'response') !== 'response') continue;
    responses.set(usage.responseId ?? id, { model: model ?? '', usage });
  }
  const models = new Map<string, Buckets>();
  for (const { model, usage } of responses.values()) {
    let sum = models.get(model);
    if (!sum) {
      sum = noTokens();
      models.set(model, sum);
    }
    addBuckets(sum, usage);
  }
  return models;
}
