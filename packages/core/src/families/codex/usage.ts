/**
 * Tokens. Until 0.16x Codex wrote only running totals, often repeated and now and then starting anew, so responses
 * are differences of totals; since then it writes a record for each response, which is used instead.
 * Its input includes what was cached and its output includes reasoning; ours are disjoint.
 */
import { remember } from '../../reading/keyed-list.ts';
import type { Usage } from '../../transcript.ts';
import { count, type Fields, fields, idOf } from './native.ts';
import { addRepeat, draft, type Reading, type ThreadState } from './thread-state.ts';

/** Totals that are remembered, as numbers alone. */
const MOST_TOTALS = 400;

/** Codex's own numbers. */
export interface Totals {
  input: number;
  cached: number;
  written: number;
  output: number;
  reasoning: number;
  total: number;
}

export function totalsOf(value: Fields): Totals {
  const input = count(value['input_tokens'] ?? value['inputTokens']);
  const output = count(value['output_tokens'] ?? value['outputTokens']);
  return {
    input,
    cached: count(value['cached_input_tokens'] ?? value['cachedInputTokens']),
    written: count(value['cache_write_input_tokens'] ?? value['cacheWriteInputTokens']),
    output,
    reasoning: count(value['reasoning_output_tokens'] ?? value['reasoningOutputTokens']),
    total: count(value['total_tokens'] ?? value['totalTokens']) || input + output,
  };
}

export function usageOf(totals: Totals, native: unknown): Usage {
  return {
    input: Math.max(0, totals.input - totals.cached - totals.written),
    output: Math.max(0, totals.output - totals.reasoning),
    cacheRead: totals.cached,
    cacheWrite5m: totals.written,
    cacheWrite1h: 0,
    reasoning: totals.reasoning,
    native,
  };
}

/** What was used between two totals: nothing when they are equal; all of the later one when it starts anew. */
export function differenceOf(before: Totals | undefined, now: Totals): Totals | undefined {
  if (!before || now.total < before.total) return now.total > 0 ? now : undefined;
  if (now.total === before.total) return undefined;
  return {
    input: Math.max(0, now.input - before.input),
    cached: Math.max(0, now.cached - before.cached),
    written: Math.max(0, now.written - before.written),
    output: Math.max(0, now.output - before.output),
    reasoning: Math.max(0, now.reasoning - before.reasoning),
    total: now.total - before.total,
  };
}

/** `event_msg/token_count`: running totals, with the limits of the account beside them. */
export function readTokenCount(r: Reading, payload: Fields, native = 'event_msg/token_count'): void {
  const info = fields(payload['info']);
  countTotals(r, fields(info?.['total_token_usage']), fields(info?.['last_token_usage']), native);
  const limits = fields(payload['rate_limits']);
  const at = r.state.repeats.usage?.event;
  if (at && limits && (limits['primary'] || limits['secondary'] || limits['credits']))
    r.out.patch(at, { extra: { rate_limits: limits } });
}

export function countTotals(r: Reading, total: Fields | undefined, last: Fields | undefined, native: string): void {
  const { state } = r;
  const now = total ? totalsOf(total) : undefined;
  const before = state.totals;
  if (now) state.totals = now;
  const response = last ? totalsOf(last) : undefined;
  let used = now && !state.recorded ? differenceOf(before, now) : undefined;
  if (used && state.continues) used = response;
  // The agent went back to an earlier point: all but the last response was counted then.
  else if (used && now && before && response && fellBack(state, before, now, response)) used = response;
  if (now) noteTotal(state, now.total);
  if (now) state.continues = undefined;
  if (used && used.input + used.output > 0) attachUsage(r, usageOf(used, last ?? total), native);
  else addRepeat(r, 'usage', native);
}

const fellBack = ({ counted = [] }: ThreadState, before: Totals, now: Totals, last: Totals): boolean =>
  now.total < before.total && counted.includes(now.total - last.total);

function noteTotal(state: ThreadState, total: number): void {
  if (total === state.counted?.at(-1)) return;
  state.counted ??= [];
  remember(state.counted, total, MOST_TOTALS);
}

/** `token_usage_record`: what one response used. */
export function readUsageRecord(r: Reading, payload: Fields): void {
  const { state } = r;
  state.recorded = true;
  const thread = fields(payload['thread_token_usage']);
  if (thread) state.totals = totalsOf(thread);
  const native = fields(payload['usage']) ?? {};
  const usage = usageOf(totalsOf(native), native);
  const responseId = idOf(payload['response_id']);
  if (responseId) usage.responseId = responseId;
  const thread_id = idOf(payload['thread_id']);
  if (thread_id && state.thread && thread_id !== state.thread) usage.inherited = true;
  attachUsage(r, usage, 'token_usage_record', responseId);
}

/** Puts usage on the last event of the response, or on an event of its own when the response left none before it. */
function attachUsage(r: Reading, usage: Usage, nativeType: string, id?: string): void {
  const { state } = r;
  if (state.inherited) usage.inherited = true;
  const target = state.last;
  state.last = undefined;
  if (target && r.out.patch(target, { usage, native: r.record.native(nativeType, id) })) {
    state.repeats.usage = { event: target, taken: 0 };
    return;
  }
  const event = draft(r, id ?? r.record.ref, 'meta', nativeType, id);
  event.usage = usage;
  if (state.model !== undefined) event.model = state.model;
  if (state.provider !== undefined) event.provider = state.provider;
  if (state.variant !== undefined) event.variant = state.variant;
  state.repeats.usage = { event: r.out.add(event), taken: 0 };
}
