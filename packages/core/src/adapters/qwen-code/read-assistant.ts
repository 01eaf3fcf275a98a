/** A response: thoughts, words and calls in order. Its numbers stand on the first of its events. */
import { extraOf } from './envelope.ts';
import { addEvent, type Draft, type Frame } from './frame.ts';
import { inlinePart } from './inline-part.ts';
import { isObject, type Json, listOf, objectOf, restOf, stringOf, wordOf } from './native.ts';
import { noteCall } from './state.ts';
import { callTool } from './tools.ts';
import { usageOf } from './usage.ts';

export function readAssistant(frame: Frame): void {
  const { value, state, base } = frame;
  const model = stringOf(value['model']);
  const usage = usageOf(value['usageMetadata'], base, state.forked === true && isObject(value['forkedFrom']));
  const extra = extraOf(frame);
  const drafts = listOf(objectOf(value['message'])['parts']).flatMap((part) => draftOf(frame, part) ?? []);
  // A subagent's log tells the numbers of a response that only calls before it tells of the calls.
  if (drafts.length === 0) drafts.push({ type: 'meta', role: 'assistant' });
  const [first] = drafts as [Draft];
  if (usage) first.usage = usage;
  if (extra) first.extra = { ...first.extra, ...extra };
  for (const draft of drafts) {
    if (model !== undefined) draft.model = model;
    const id = addEvent(frame, draft);
    const { tool } = draft;
    if (tool?.callId === undefined) continue;
    const task = tool.kind === 'task' ? { task: true } : {};
    noteCall(state, tool.callId, { event: id, name: tool.name.slice(0, 80), ...task });
  }
}

const CALL: ReadonlySet<string> = new Set(['id', 'name', 'args']);
const TEXT: ReadonlySet<string> = new Set(['text', 'thought']);

function draftOf(frame: Frame, part: unknown): Draft | undefined {
  if (!isObject(part)) return { type: 'meta', role: 'assistant', extra: { part } };
  const { functionCall, text } = part;
  if (isObject(functionCall)) return callDraft(frame, functionCall, restOf(part, FUNCTION_CALL));
  if (typeof text === 'string') {
    const type = part['thought'] === true ? 'reasoning' : 'assistant_message';
    const rest = restOf(part, TEXT);
    return { type, role: 'assistant', text, ...(rest ? { extra: rest } : {}) };
  }
  const shown = inlinePart(part, frame.out);
  if (shown) return { type: 'assistant_message', role: 'assistant', parts: [shown] };
  return { type: 'meta', role: 'assistant', extra: { part } };
}

const FUNCTION_CALL: ReadonlySet<string> = new Set(['functionCall']);

function callDraft(frame: Frame, call: Json, rest: Json | undefined): Draft {
  const callId = wordOf(call['id']) ?? `${frame.base}#${frame.count}`;
  const tool = callTool(stringOf(call['name']) ?? 'unknown', callId, call['args']);
  const more = restOf(call, CALL);
  const extra = rest || more ? { extra: { ...rest, ...more } } : {};
  return { type: 'tool_call', role: 'assistant', tool, ...extra };
}
