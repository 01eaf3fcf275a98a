/**
 * Token numbers. Newer versions write a usage record for every response; older ones only the output tokens of each
 * message, and the totals of each model when the session shuts down. Totals grow over the whole session, so what
 * the responses did not say themselves is the difference: a shutdown counts that, and nothing is counted twice.
 * `inputTokens` includes what was read from and written to the cache; the cache lives five minutes
 * (`cacheTtlSeconds: 300`).
 */
import { recall, remember } from '../../reading/recent.ts';
import type { Usage } from '../../transcript.ts';
import { addBuckets, type Buckets, noTokens } from '../../usage/buckets.ts';
import type { EventDraft } from '../contract.ts';
import { draft, type Entry } from './entry.ts';
import { count, filled, list, object, type Raw, rest } from './native.ts';
import { forgetSpoken, nameModel, noteSpoken, splitReasoning } from './spoken.ts';
import { LIMITS, type State } from './state.ts';

/** The numbers of one response, or undefined when they were counted before. */
export function responseUsage(state: State, native: Raw, model: string, responseId: string): Usage | undefined {
  if (recall(state.responses, responseId)) return undefined;
  remember(state.responses, responseId, 1, LIMITS.responses);
  const buckets = bucketsOf(native);
  addBuckets(totalsOf(state, model).since, buckets);
  return { ...buckets, responseId, native };
}

/** The output tokens that a message states, unless a record of its own said more. */
export function messageUsage(entry: Entry, messageId: string): Usage | undefined {
  const { data, state, agent } = entry;
  const outputTokens = count(data['outputTokens']);
  if (outputTokens === undefined) return undefined;
  const model = filled(data['model']) ?? agent.model ?? '';
  return responseUsage(state, { outputTokens }, model, filled(data['apiCallId']) ?? messageId);
}

/** Remembers which event has the usage of a message. */
export function noteUsage({ state, data, agent }: Entry, event: string | undefined, usage: Usage | undefined): void {
  if (event === undefined || usage?.responseId === undefined) return;
  const model = filled(data['model']) ?? agent.model ?? '';
  noteSpoken(state, event, { model, output: usage.output, responseId: usage.responseId });
}

/** `session.usage_record` and its live twin `assistant.usage`. */
export function readUsageRecord(entry: Entry): void {
  const native = object(entry.data['usage']) ?? entry.data;
  const event = draft(entry, 'meta');
  const model = filled(native['model']) ?? entry.agent.model ?? '';
  if (model) event.model = model;
  const provider = filled(native['modelProvider']);
  if (provider) event.provider = provider;
  const variant = filled(native['reasoningEffort']);
  if (variant) event.variant = variant;
  const usage = responseUsage(entry.state, native, model, filled(native['apiCallId']) ?? entry.id);
  if (usage) event.usage = usage;
  else event.extra = entry.data;
  entry.out.add(event);
}

/** Puts what the totals know beyond the responses on the shutdown event, with further events for further models. */
export function countTotals(entry: Entry, shutdown: EventDraft): EventDraft[] {
  const further: EventDraft[] = [];
  let event = shutdown;
  let n = 0;
  const totals = modelTotals(entry.data);
  for (const [model, native] of totals) {
    if (totals.length === 1) takeUnnamed(entry, model);
    const left = leftOver(entry, model, native);
    if (!left) continue;
    if (n > 0) {
      event = draft(entry, 'meta', `${entry.id}.${n}`);
      further.push(event);
    }
    event.model = model;
    event.usage = { ...left, scope: 'remainder', responseId: `${entry.id}/${model}`, native };
    n++;
  }
  forgetSpoken(entry.state);
  return further;
}

function modelTotals(data: Raw): [string, Raw][] {
  const totals: [string, Raw][] = [];
  for (const [model, metrics] of Object.entries(object(data['modelMetrics']) ?? {})) {
    const usage = object(object(metrics)?.['usage']);
    if (usage) totals.push([model, usage]);
  }
  if (totals.length > 0) return totals;
  // Without numbers by model there is only the sum over all of them, with the cache apart.
  const details = object(data['tokenDetails']);
  const tokens = (kind: string) => count(object(details?.[kind])?.['tokenCount']) ?? 0;
  if (!details) return [];
  const [read, written] = [tokens('cache_read'), tokens('cache_write')];
  const inputTokens = tokens('input') + read + written;
  const usage = { inputTokens, outputTokens: tokens('output'), cacheReadTokens: read, cacheWriteTokens: written };
  return [[filled(data['currentModel']) ?? '', usage]];
}

/** Messages that named no model were of the only one there is. */
function takeUnnamed({ state, out }: Entry, model: string): void {
  const unnamed = recall(state.totals, '');
  if (!unnamed || model === '') return;
  nameModel(state, out, model);
  addBuckets(totalsOf(state, model).since, unnamed.since);
  unnamed.since = noTokens();
}

/** Of several models, each takes what it can of the output that no message named a model for. */
function takeOutput(state: State, most: number): number {
  const unnamed = recall(state.totals, '');
  const taken = Math.min(most, unnamed?.since.output ?? 0);
  if (unnamed) unnamed.since.output -= taken;
  return taken;
}

function leftOver({ state, out }: Entry, model: string, native: Raw): Buckets | undefined {
  const totals = totalsOf(state, model);
  const now = bucketsOf(native);
  // A counter that fell began anew: an older version that counts each run apart.
  const fell = allOutput(now) < allOutput(totals.before) || allInput(now) < allInput(totals.before);
  const added = fell ? now : difference(now, totals.before);
  const left = difference(added, totals.since);
  // Messages state output with the thoughts in it, totals apart: what is left of both together is what counts.
  const untold = Math.max(0, allOutput(added) - allOutput(totals.since));
  const output = untold - (model === '' ? 0 : takeOutput(state, untold));
  const reasoning = left.reasoning;
  left.reasoning = Math.min(output, reasoning);
  left.output = output - left.reasoning;
  if (reasoning > left.reasoning) splitReasoning(state, out, model, reasoning - left.reasoning);
  totals.before = now;
  totals.since = noTokens();
  return allInput(left) + allOutput(left) > 0 ? left : undefined;
}

function difference(more: Buckets, less: Buckets): Buckets {
  const left = noTokens();
  for (const key of Object.keys(left) as (keyof Buckets)[]) left[key] = Math.max(0, more[key] - less[key]);
  return left;
}

const allInput = (buckets: Buckets) => buckets.input + buckets.cacheRead + buckets.cacheWrite5m;
const allOutput = (buckets: Buckets) => buckets.output + buckets.reasoning;

function totalsOf(state: State, model: string) {
  return (
    recall(state.totals, model) ??
    remember(state.totals, model, { before: noTokens(), since: noTokens() }, LIMITS.models)
  );
}

function bucketsOf(native: Raw): Buckets {
  const tokens = (key: string) => Math.max(0, Math.trunc(count(native[key]) ?? 0));
  const cacheRead = tokens('cacheReadTokens');
  const cacheWrite5m = tokens('cacheWriteTokens') || billedCacheWrites(native);
  const reasoning = tokens('reasoningTokens');
  return {
    input: Math.max(0, tokens('inputTokens') - cacheRead - cacheWrite5m),
    output: Math.max(0, tokens('outputTokens') - reasoning),
    cacheRead,
    cacheWrite5m,
    cacheWrite1h: 0,
    reasoning,
  };
}

/** Some records leave cache writes out of their numbers and have them only in the bill. */
function billedCacheWrites(native: Raw): number {
  for (const item of list(object(native['copilotUsage'])?.['tokenDetails'])) {
    const detail = object(item);
    if (detail?.['tokenType'] === 'cache_write') return Math.max(0, Math.trunc(count(detail['tokenCount']) ?? 0));
  }
  return 0;
}

const COMPACTION = new Set(['summaryContent', 'compactionTokensUsed']);

/** Compaction asks the model for a summary: that is a response of its own. */
export function compactionUsage(entry: Entry, event: EventDraft): void {
  const native = object(entry.data['compactionTokensUsed']);
  event.extra = rest(entry.data, COMPACTION);
  if (!native) return;
  const model = filled(native['model']) ?? entry.agent.model ?? '';
  if (model) event.model = model;
  event.usage = responseUsage(entry.state, native, model, filled(entry.data['requestId']) ?? entry.id);
}
