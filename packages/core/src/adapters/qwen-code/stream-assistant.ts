/** An assistant line of the stream: it completes the blocks that were streamed, or tells of them for the first time. */
import { addEvent, type Draft } from './frame.ts';
import { isObject, type Json, listOf, objectOf, restOf, stringOf, wordOf } from './native.ts';
import { noteCall } from './state.ts';
import type { StreamFrame } from './stream-json.ts';
import { takeBlocks } from './stream-state.ts';
import { callTool } from './tools.ts';
import { streamUsageOf } from './usage.ts';

const MESSAGE: ReadonlySet<string> = new Set(['id', 'type', 'role', 'model', 'content', 'usage', 'stop_reason']);

export function readAssistantLine(frame: StreamFrame): void {
  const { value, state, agent } = frame;
  const message = objectOf(value['message']);
  const streamed = takeBlocks(state, agent);
  const usage = streamUsageOf(message['usage'], frame.base);
  const stop = stringOf(message['stop_reason']);
  const rest = restOf(message, MESSAGE);
  const drafts = listOf(message['content']).map((block) => blockDraft(frame, block));
  if (drafts.length === 0) drafts.push({ type: 'meta', role: 'assistant' });
  drafts.forEach((draft, i) => {
    draft.model = stringOf(message['model']) ?? state.model;
    if (i === 0 && usage) draft.usage = usage;
    if (i === 0 && (rest || stop)) draft.extra = { ...draft.extra, ...rest, ...(stop ? { stop_reason: stop } : {}) };
    const known = streamed[i]?.event;
    state.last = complete(frame, known, draft);
  });
}

/** The final text equals the deltas; what is new is the rest. */
function complete(frame: StreamFrame, known: string | undefined, draft: Draft): string {
  const native = frame.record.native(frame.type, frame.id);
  const { tool, text, model, usage, extra } = draft;
  if (known !== undefined) {
    const change = { model, usage, extra, native, ...(text ? { text } : {}) };
    if (frame.out.patch(known, tool ? { ...change, tool: { input: tool.input } } : change)) return known;
  }
  const id = addEvent(frame, draft);
  noteToolCall(frame, draft, id);
  return id;
}

export function noteToolCall({ state }: StreamFrame, { tool }: Draft, event: string): void {
  if (tool?.callId !== undefined) noteCall(state, tool.callId, { event, name: tool.name.slice(0, 80) });
}

/** A block as an event; blocks of unknown types are kept as they are. */
export function blockDraft(frame: StreamFrame, block: unknown): Draft {
  if (isObject(block)) {
    const { type, text, thinking } = block;
    if (type === 'text' && typeof text === 'string') return { type: 'assistant_message', role: 'assistant', text };
    if (type === 'thinking' && typeof thinking === 'string') {
      return { type: 'reasoning', role: 'assistant', text: thinking };
    }
    if (type === 'tool_use') return { type: 'tool_call', role: 'assistant', tool: callOf(frame, block) };
  }
  return { type: 'meta', role: 'assistant', extra: { block } };
}

function callOf(frame: StreamFrame, block: Json) {
  const callId = wordOf(block['id']) ?? `${frame.base}#${frame.count}`;
  return callTool(stringOf(block['name']) ?? 'unknown', callId, block['input']);
}
