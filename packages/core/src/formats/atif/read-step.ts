/** A step of a trajectory as events of a transcript. The mirror of `write-step.ts`. */
import { numberOf, objectOf, textOf, wholeOf } from '../../reading/native-values.ts';
import { readTime } from '../../reading/time.ts';
import type { Event, Part, Tool, Usage } from '../../transcript.ts';
import type { ContentPart, Metrics, ObservationResult, Step, ToolCall } from './trajectory.ts';

/** An event before it has its place in the transcript. */
export type Draft = Omit<Event, 'seq' | 'sourceSeq' | 'source' | 'timestamp'> & { timestamp?: string };

export function eventsOf(step: Step, prefix: string): Draft[] {
  const ids = new Ids(`${prefix}step-${step.step_id}`);
  const drafts = step.source === 'agent' ? agentEvents(step, ids) : otherEvents(step, ids);
  const results = (step.observation?.results ?? []).map((result) => resultEvent(result, step, drafts, ids));
  return [...drafts, ...results];
}

/** Ids of the events of one step. */
class Ids {
  readonly #base: string;
  #count = 0;

  constructor(base: string) {
    this.#base = base;
  }

  next(): string {
    return this.#count++ === 0 ? this.#base : `${this.#base}.${this.#count - 1}`;
  }
}

function otherEvents(step: Step, ids: Ids): Draft[] {
  const { text, parts } = wordsIn(step.message);
  const extra = objectOf(step.extra);
  const stray = step.observation != null && text === '' && parts.length === 0;
  if (stray) return [];
  const base = { id: ids.next(), timestamp: readTime(step.timestamp) };
  if (extra['event_type'] === 'error') return [{ ...base, type: 'error', error: { message: text ?? '' } }];
  const role = step.source === 'user' ? 'user' : 'system';
  return [{ ...base, type: role === 'user' ? 'user_message' : 'system', role, ...said(text, parts), ...kept(extra) }];
}

function agentEvents(step: Step, ids: Ids): Draft[] {
  const { text, parts } = wordsIn(step.message);
  const extra = objectOf(step.extra);
  const calls = step.tool_calls ?? [];
  const thought = step.reasoning_content != null;
  const provider = textOf(extra['provider']);
  const base = {
    timestamp: readTime(step.timestamp),
    role: 'assistant' as const,
    ...(step.model_name == null ? {} : { model: step.model_name }),
    ...(step.model_name == null || provider === undefined ? {} : { provider }),
    ...(step.reasoning_effort == null ? {} : { variant: String(step.reasoning_effort) }),
  };
  const speaks = text !== '' || parts.length > 0 || extra['empty'] === true || (calls.length === 0 && !thought);
  const drafts: Draft[] = [];
  if (thought) drafts.push({ ...base, id: ids.next(), type: 'reasoning', text: step.reasoning_content ?? '' });
  if (speaks) drafts.push({ ...base, id: ids.next(), type: 'assistant_message', ...said(text, parts) });
  for (const call of calls) drafts.push({ ...base, id: ids.next(), type: 'tool_call', tool: callOf(call) });
  const [first] = drafts;
  if (first && step.metrics) Object.assign(first, numbersOf(step.metrics, step.is_copied_context === true));
  if (first) Object.assign(first, kept(extra));
  return drafts;
}

function wordsIn(content: string | readonly ContentPart[]): { text: string | undefined; parts: Part[] } {
  if (typeof content === 'string') return { text: content, parts: [] };
  const texts = content.flatMap(({ type, text }) => (type === 'text' && text != null ? [text] : []));
  const parts = content.flatMap(({ type, source }) =>
    type === 'image' && source ? [{ type: 'image', mime: source.media_type, path: source.path }] : [],
  );
  return { text: texts.length > 0 ? texts.join('\n\n') : undefined, parts };
}

const said = (text: string | undefined, parts: readonly Part[]) => ({
  ...(text === undefined ? {} : { text }),
  ...(parts.length > 0 ? { parts: [...parts] } : {}),
});

/** What others put beside a step. */
function kept({
  event_type: _type,
  empty: _empty,
  provider: _provider,
  ...extra
}: Record<string, unknown>): Pick<Draft, 'extra'> {
  return Object.keys(extra).length > 0 ? { extra } : {};
}

function callOf({ tool_call_id, function_name, arguments: given, extra }: ToolCall): Tool {
  const facts = objectOf(extra);
  const input = facts['wrapped'] === true ? objectOf(given)['input'] : given;
  return { name: function_name, callId: tool_call_id, input, ...factsOf(facts) };
}

function resultEvent(result: ObservationResult, step: Step, drafts: readonly Draft[], ids: Ids): Draft {
  const facts = objectOf(result.extra);
  const callId = result.source_call_id ?? textOf(facts['tool_call_id']);
  const call = drafts.find(({ tool }) => tool?.callId !== undefined && tool.callId === callId);
  const ours = facts['timestamp'] !== undefined;
  const { text, parts } = wordsIn(result.content ?? '');
  return {
    id: ids.next(),
    timestamp: readTime(facts['timestamp']) ?? readTime(step.timestamp),
    type: 'tool_result',
    role: 'tool',
    ...(call ? { parentId: call.id } : {}),
    tool: {
      name: textOf(facts['name']) ?? (ours ? '' : (call?.tool?.name ?? '')),
      ...(callId === undefined ? {} : { callId }),
      output: text ?? '',
      ...factsOf(facts),
    },
    ...(parts.length > 0 ? { parts } : {}),
  };
}

function factsOf(facts: Record<string, unknown>): Partial<Tool> {
  const [status, kind, server] = [textOf(facts['status']), textOf(facts['kind']), textOf(facts['server'])];
  const [exitCode, durationMs] = [wholeOf(facts['exit_code']), numberOf(facts['duration_ms'])];
  return {
    ...(status === undefined ? {} : { status }),
    ...(kind === undefined ? {} : { kind }),
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(durationMs === undefined || durationMs < 0 ? {} : { durationMs }),
    ...(server === undefined ? {} : { server }),
  };
}

/** Buckets from the sums: what is not said to be of a cache or reasoning is plain. */
function numbersOf(metrics: Metrics, inherited: boolean): Pick<Event, 'usage' | 'costMicroUsd'> {
  const more = objectOf(metrics.extra);
  const part = (name: string) => Math.max(0, wholeOf(more[name]) ?? 0);
  const [cacheRead, cacheWrite5m, cacheWrite1h] = [
    metrics.cached_tokens ?? 0,
    part('cache_write_5m_tokens'),
    part('cache_write_1h_tokens'),
  ];
  const reasoning = part('reasoning_tokens');
  const responseId = textOf(more['response_id']);
  const usage: Usage = {
    input: Math.max(0, (metrics.prompt_tokens ?? 0) - cacheRead - cacheWrite5m - cacheWrite1h),
    output: Math.max(0, (metrics.completion_tokens ?? 0) - reasoning),
    cacheRead,
    cacheWrite5m,
    cacheWrite1h,
    reasoning,
    ...(responseId === undefined ? {} : { responseId }),
    ...(inherited ? { inherited } : {}),
  };
  const cost = metrics.cost_usd;
  return { usage, ...(cost != null && cost >= 0 ? { costMicroUsd: Math.round(cost * 1e6) } : {}) };
}
