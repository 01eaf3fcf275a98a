/** An item of the stream, with what was told of it, as a transcript's event. The mirror of `item.ts`. */
import type { Chunk, Event, Part, Tool, ToolDefinition, Usage } from '../../transcript.ts';
import type { ContentPart, ToolAddition, UniversalItem, UsageAddition } from './event.ts';
import { hasFailed, typeOf } from './item.ts';

/** An event before it has its place in the transcript. */
export type Draft = Omit<Event, 'seq' | 'source' | 'sourceSeq' | 'turn'>;

export interface ToldItem {
  readonly item: UniversalItem;
  readonly started?: { readonly time: string; readonly synthetic: boolean };
  readonly deltas: readonly ToldDelta[];
  readonly completed?: { readonly time: string; readonly synthetic: boolean };
}

export interface ToldDelta {
  readonly text: string;
  readonly time: string;
  readonly synthetic: boolean;
}

/** `nameOf` finds the tool of a call, for results that do not say. */
export function eventOf(told: ToldItem, nameOf: (callId: string) => string | undefined): Draft {
  const { item } = told;
  const type = item.event_type ?? typeOf(item);
  const event: Draft = { id: item.item_id, timestamp: '', type };
  const role = item.event_role ?? item.role;
  if (role) event.role = role;
  setTimes(event, told);
  setContent(event, told, nameOf);
  setFacts(event, item);
  const chunks = chunksOf(told.deltas);
  if (chunks.length > 0 && event.text !== undefined) event.chunks = chunks;
  event.native = { type: item.kind };
  if (item.native_item_id != null) event.native.id = item.native_item_id;
  if (told.completed?.synthetic) event.native.synthetic = true;
  if (item.status === 'failed' && !hasFailed(event)) event.error = { message: 'The item failed.' };
  return event;
}

/** The time of a piece that the stream made up is the event's own. */
function setTimes(event: Draft, { started, deltas, completed }: ToldItem): void {
  const own = deltas.find(({ synthetic }) => synthetic)?.time;
  event.timestamp = own ?? started?.time ?? completed?.time ?? '';
  if (started && (!started.synthetic || started.time !== event.timestamp)) event.startedAt = started.time;
  if (completed && completed.time !== event.timestamp) event.completedAt = completed.time;
}

function setContent(event: Draft, { item, deltas }: ToldItem, nameOf: (callId: string) => string | undefined): void {
  const rest = [...item.content];
  const [first] = rest;
  if (first?.type === 'tool_call' && item.kind === 'tool_call') {
    rest.shift();
    event.tool = callOf(first, item);
  } else if (first?.type === 'tool_result' && item.kind === 'tool_result') {
    rest.shift();
    event.tool = resultOf(first, item, nameOf);
    const [second] = rest;
    if (second?.type === 'json' && event.tool) {
      rest.shift();
      event.tool.result = second.json;
    }
  } else if (first?.type === 'status' && item.kind === 'status') {
    rest.shift();
    event.status = { label: first.label, ...(first.detail == null ? {} : { detail: first.detail }) };
  }
  const words = rest[0];
  if (words && isPlain(words, event.type)) {
    rest.shift();
    event.text = words.text;
  } else if (rest.length === 0 && deltas.length > 0) event.text = deltas.map(({ text }) => text).join('');
  if (rest.length > 0) event.parts = rest.map(partOf);
}

/** Text that is nothing but text becomes the event's own. */
function isPlain(part: ContentPart, type: string): part is ContentPart & { text: string } {
  const keys = Object.keys(part).join();
  if (part.type === 'text') return type !== 'reasoning' && keys === 'type,text';
  return part.type === 'reasoning' && type === 'reasoning' && keys === PLAIN_REASONING && part.visibility === 'public';
}
const PLAIN_REASONING = 'type,text,visibility';

function partOf(part: ContentPart): Part {
  if (part.type === 'file_ref' && part.operation !== undefined) {
    const { operation, ...rest } = part;
    return { ...rest, action: operation } as Part;
  }
  return part as Part;
}

function callOf(part: ContentPart & { type: 'tool_call' }, { tool, status }: UniversalItem): Tool {
  return {
    name: part.name,
    callId: part.call_id,
    input: parsed(part.arguments),
    ...factsOf(tool ?? { status: status === 'failed' ? 'error' : 'unknown' }),
  };
}

function resultOf(
  part: ContentPart & { type: 'tool_result' },
  { tool, status }: UniversalItem,
  nameOf: (callId: string) => string | undefined,
): Tool {
  return {
    name: part.name ?? nameOf(part.call_id) ?? '',
    callId: part.call_id,
    output: part.output,
    ...factsOf(tool ?? { status: status === 'failed' ? 'error' : 'ok' }),
  };
}

function factsOf({ kind, status, exit_code, duration_ms, server, stdout, stderr }: ToolAddition): Partial<Tool> {
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(status === undefined ? {} : { status }),
    ...(exit_code === undefined ? {} : { exitCode: exit_code }),
    ...(duration_ms === undefined ? {} : { durationMs: duration_ms }),
    ...(server === undefined ? {} : { server }),
    ...(stdout === undefined ? {} : { stdout }),
    ...(stderr === undefined ? {} : { stderr }),
  };
}

/** Arguments that are no JSON are kept as they are. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function setFacts(event: Draft, item: UniversalItem): void {
  if (item.parent_id != null) event.parentId = item.parent_id;
  if (item.phase !== undefined) event.phase = item.phase;
  if (item.model !== undefined) event.model = item.model;
  if (item.provider !== undefined) event.provider = item.provider;
  if (item.variant !== undefined) event.variant = item.variant;
  if (item.prompt_hash !== undefined) event.promptHash = item.prompt_hash;
  if (item.tools) event.tools = item.tools as ToolDefinition[];
  if (item.tools_hash !== undefined) event.toolsHash = item.tools_hash;
  if (item.usage) event.usage = usageOf(item.usage);
  if (item.cost_micro_usd !== undefined) event.costMicroUsd = item.cost_micro_usd;
  if (item.audience !== undefined) event.audience = item.audience;
  if (item.branch !== undefined) event.branch = item.branch;
  if (item.hidden_by !== undefined) event.hidden = { by: item.hidden_by };
  if (item.withdrawn !== undefined) event.withdrawn = item.withdrawn;
}

export function usageOf(usage: UsageAddition): Usage {
  return {
    input: usage.input,
    output: usage.output,
    cacheRead: usage.cache_read,
    cacheWrite5m: usage.cache_write_5m,
    cacheWrite1h: usage.cache_write_1h,
    reasoning: usage.reasoning,
    ...(usage.scope === undefined ? {} : { scope: usage.scope }),
    ...(usage.response_id === undefined ? {} : { responseId: usage.response_id }),
    ...(usage.inherited === undefined ? {} : { inherited: usage.inherited }),
  };
}

function chunksOf(deltas: readonly ToldDelta[]): Chunk[] {
  let offset = 0;
  return deltas.flatMap(({ text, time, synthetic }) => {
    const chunk = { offset, time };
    offset += text.length;
    return synthetic ? [] : [chunk];
  });
}
