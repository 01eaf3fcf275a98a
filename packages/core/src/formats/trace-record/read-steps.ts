/** Steps back to events: what was thought and said, the calls, then their results. */
import { subagentSource } from '../../events/source-path.ts';
import { type Json, listOf, objectOf, stringOf, textOf } from '../../reading/native-values.ts';
import { readTime } from '../../reading/time.ts';
import type { Event, Tool, Usage } from '../../transcript.ts';
import { unqualified } from '../model-names.ts';
import { readTools } from '../offered-tools.ts';
import { NO_TIME } from './head.ts';
import { statusOf } from './statuses.ts';

export interface StepsRead {
  /** Numbered, in order. */
  readonly events: Event[];
  /** Position of each step's first event. */
  readonly firsts: number[];
}

export interface StepContext {
  readonly prompts: Json;
  readonly tools: readonly unknown[];
  readonly digest: (data: string) => string;
  /** The start of the session, for steps without a time. */
  readonly startedAt: string;
  /** The numbers of input tokens include the cache. */
  readonly inclusive: boolean;
  /** Source of a subagent to the id of the call that started it, where that is known. */
  readonly spawnCalls: ReadonlyMap<string, string>;
}

export function readSteps(steps: readonly unknown[], context: StepContext): StepsRead {
  const reader = new StepReader(context);
  if (context.tools.length > 0) reader.tools(context.tools);
  const referred = new Set(steps.map((step) => objectOf(step)['system_prompt_hash']));
  for (const key of Object.keys(context.prompts)) if (!referred.has(key)) reader.prompt(key, 'primary');
  steps.forEach((step, index) => {
    reader.step(objectOf(step), index);
  });
  return reader;
}

type Draft = Pick<Event, 'type'> & Partial<Omit<Event, 'seq' | 'sourceSeq' | 'timestamp'>> & { timestamp?: string };

/** The step whose events are being made. */
interface Place {
  readonly step: Json;
  readonly index: number;
  readonly source: string;
  readonly time: string | undefined;
  /** Call id to the error of its result. */
  readonly errors: ReadonlyMap<unknown, unknown>;
  events: number;
}

class StepReader implements StepsRead {
  readonly events: Event[] = [];
  readonly firsts: number[] = [];
  readonly #context: StepContext;
  readonly #counts = new Map<string, number>();
  readonly #prompts = new Set<string>();
  /** Source and call id to the event of the last such call. */
  readonly #calls = new Map<string, Event>();
  readonly #callIds = new Map<string, string>();
  /** The first call, or else the first event, of each step by its number. */
  readonly #starters = new Map<number, string>();
  #lastTime: string;

  constructor(context: StepContext) {
    this.#context = context;
    this.#lastTime = context.startedAt;
  }

  tools(tools: readonly unknown[]): void {
    const native = { type: 'tool_definitions', pointer: '/tool_definitions' };
    const offered = readTools(tools, this.#context.digest) ?? { session: { tools } };
    this.#add({ type: 'session', ...offered, native }, 'tools', 'primary');
  }

  prompt(key: string, source: string): void {
    const text = textOf(this.#context.prompts[key]);
    if (text === undefined || this.#prompts.has(key)) return;
    this.#prompts.add(key);
    const native = { type: 'system_prompt', id: key, pointer: `/system_prompts/${key}` };
    const prompt: Draft = { type: 'system', role: 'system', text, audience: 'model', promptHash: key, native };
    this.#add(prompt, `prompt-${key}`, source);
  }

  step(step: Json, index: number): void {
    const source = sourceOf(step);
    const key = stringOf(step['system_prompt_hash']);
    const isPrompt = step['role'] === 'system' && step['content'] === null;
    if (key && isPrompt) this.#prompts.add(key);
    else if (key) this.prompt(key, source);
    this.firsts.push(this.events.length);
    const results = listOf(step['observations']).map(objectOf);
    const errors = new Map(results.map((result) => [result['source_call_id'], result['error']]));
    const place: Place = { step, index, source, time: readTime(step['timestamp']), errors, events: 0 };
    for (const draft of this.#messages(place, isPrompt ? key : undefined)) this.#put(place, draft);
    for (const call of listOf(step['tool_calls'])) this.#call(place, objectOf(call));
    for (const result of results) this.#result(place, result);
    const number = step['step_index'];
    if (typeof number === 'number') this.#starters.set(number, this.#starterOf(place));
  }

  #messages({ step }: Place, promptKey: string | undefined): Draft[] {
    const [content, thought] = [textOf(step['content']), textOf(step['reasoning_content'])];
    const words = content === undefined ? {} : { text: content };
    if (step['role'] === 'user')
      return listOf(step['tool_calls']).length > 0 && content === undefined
        ? []
        : [{ type: 'user_message', role: 'user', ...words }];
    if (step['role'] === 'system') {
      const text = promptKey === undefined ? content : textOf(this.#context.prompts[promptKey]);
      const draft: Draft = { type: 'system', role: 'system', ...(text === undefined ? {} : { text }) };
      if (promptKey === undefined) return [draft];
      return [{ ...draft, promptHash: promptKey, native: { type: 'step', id: promptKey } }];
    }
    const drafts: Draft[] = [];
    if (thought !== undefined) drafts.push({ type: 'reasoning', role: 'assistant', text: thought });
    const silent = content === undefined && (thought !== undefined || listOf(step['tool_calls']).length > 0);
    if (!silent) drafts.push({ type: 'assistant_message', role: 'assistant', ...words });
    return drafts;
  }

  #call(place: Place, call: Json): void {
    const callId = textOf(call['tool_call_id']) ?? '';
    const tool: Tool = { name: textOf(call['tool_name']) ?? '', callId, input: call['input'] };
    if (typeof call['duration_ms'] === 'number' && call['duration_ms'] >= 0) tool.durationMs = call['duration_ms'];
    Object.assign(tool, statusOf(place.errors.has(callId) ? place.errors.get(callId) : 'no_result'));
    const role = place.step['role'] === 'user' ? 'user' : 'assistant';
    const event = this.#put(place, { type: 'tool_call', role, tool });
    this.#calls.set(JSON.stringify([place.source, callId]), event);
    this.#callIds.set(callId, event.id);
  }

  #result(place: Place, observation: Json): void {
    const { error } = observation;
    if (error === 'no_result' && observation['content'] === null) return;
    const callId = textOf(observation['source_call_id']) ?? '';
    const call = this.#calls.get(JSON.stringify([place.source, callId]));
    const output = textOf(observation['content']);
    const tool: Tool = { name: call?.tool?.name ?? '', callId, ...statusOf(error) };
    if (output !== undefined) tool.output = output;
    if (typeof error === 'string') tool.rawStatus = error;
    const draft: Draft = { type: 'tool_result', role: 'tool', tool, timestampSource: 'previous' };
    this.#put(place, call ? { ...draft, parentId: call.id } : draft);
  }

  #put(place: Place, draft: Draft): Event {
    const { step, index, source, time } = place;
    const first = place.events === 0;
    const id = `step-${index + 1}${first ? '' : `.${place.events}`}`;
    place.events++;
    const model = stringOf(step['model']);
    const promptHash = stringOf(step['system_prompt_hash']);
    const usage = first ? this.#usageOf(objectOf(step['token_usage'])) : undefined;
    const parent = first && source !== 'primary' ? this.#parentOf(step, source) : undefined;
    const native = { type: 'step', ...draft.native, pointer: `/steps/${index}` };
    return this.#add(
      {
        ...draft,
        ...(draft.timestampSource || time === undefined ? {} : { timestamp: time }),
        ...(model && draft.type !== 'tool_result' ? unqualified(model) : {}),
        ...(usage ? { usage } : {}),
        ...(first && step['role'] === 'agent' && promptHash !== undefined ? { promptHash } : {}),
        ...(parent ? { parentId: parent } : {}),
        native,
      },
      id,
      source,
    );
  }

  /** The call that started a subagent, on its first event. */
  #parentOf(step: Json, source: string): string | undefined {
    if (this.#counts.has(source)) return undefined;
    const parent = step['parent_step'];
    const call = this.#callIds.get(this.#context.spawnCalls.get(source) ?? '');
    return call ?? (typeof parent === 'number' ? this.#starters.get(parent) : undefined);
  }

  #starterOf({ index }: Place): string {
    const call = this.events.slice(this.firsts[index]).find(({ type }) => type === 'tool_call');
    return call?.id ?? `step-${index + 1}`;
  }

  #add(draft: Draft, id: string, source: string): Event {
    const sourceSeq = (this.#counts.get(source) ?? 0) + 1;
    this.#counts.set(source, sourceSeq);
    const { timestamp, timestampSource, ...rest } = draft;
    const inherited = timestampSource ?? (this.events.length > 0 ? 'previous' : 'session');
    const event: Event = {
      id,
      seq: this.events.length + 1,
      timestamp: timestamp ?? this.#lastTime,
      ...rest,
      source,
      sourceSeq,
      ...(timestamp ? {} : { timestampSource: this.#lastTime === NO_TIME ? 'none' : inherited }),
    };
    this.#lastTime = event.timestamp;
    this.events.push(event);
    return event;
  }

  /** Disjoint buckets; the record's own numbers beside them. */
  #usageOf(tokens: Json): Usage | undefined {
    const count = (name: string) => Math.max(0, typeof tokens[name] === 'number' ? tokens[name] : 0);
    const [all, output] = [count('input_tokens'), count('output_tokens')];
    const [cacheRead, cacheWrite5m] = [count('cache_read_tokens'), count('cache_write_tokens')];
    if (all + output + cacheRead + cacheWrite5m === 0) return undefined;
    const input = this.#context.inclusive ? Math.max(0, all - cacheRead - cacheWrite5m) : all;
    return { input, output, cacheRead, cacheWrite5m, cacheWrite1h: 0, reasoning: 0, native: tokens };
  }
}

/** A step of a subagent names its trajectory, or at least its role and who started it. */
function sourceOf(step: Json): string {
  if (step['call_type'] !== 'subagent') return 'primary';
  const ref = stringOf(step['subagent_trajectory_ref']);
  return subagentSource(ref ?? `${stringOf(step['agent_role']) ?? 'agent'}-${step['parent_step'] ?? 0}`);
}
