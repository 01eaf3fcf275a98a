/** A message of the log: Anthropic's blocks, in the user's or the model's name. */
import type { Part } from '../../transcript.ts';
import { addEvent, type Draft, type Frame } from './frame.ts';
import { imagePart } from './image-part.ts';
import { isObject, type Json, listOf, objectOf, restOf, stringOf, wordOf } from './native.ts';
import { withoutReminders } from './reminders.ts';
import { noteCall } from './state.ts';
import { addResult } from './tool-result.ts';
import { callTool } from './tools.ts';
import { usageOf } from './usage.ts';

export function readMessage(frame: Frame): void {
  const message = objectOf(frame.value['message']);
  const { role, content } = message;
  const blocks: unknown[] = typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content);
  if (role === 'user') readUser(frame, message, blocks);
  else if (role === 'assistant') readAssistant(frame, message, blocks);
}

const LINE: ReadonlySet<string> = new Set(['type', 'id', 'parentId', 'timestamp', 'message']);
const MESSAGE: ReadonlySet<string> = new Set(['role', 'content', 'modelId', 'model', 'reasoningEffort', 'usage']);

/** Fields that no event holds, and the parent where it is not the record before. */
function extraOf({ state, value }: Frame, message: Json): Json | undefined {
  const line = restOf(value, LINE);
  const rest = restOf(message, MESSAGE);
  const parent = stringOf(value['parentId']);
  const elsewhere = parent !== undefined && parent !== state.last ? { parentId: parent } : undefined;
  return line || rest || elsewhere ? { ...line, ...rest, ...elsewhere } : undefined;
}

function readUser(frame: Frame, message: Json, blocks: readonly unknown[]): void {
  const words: string[] = [];
  const reminders: string[] = [];
  const parts: Part[] = [];
  const isForModel = message['visibility'] === 'llm_only';
  for (const block of blocks) {
    if (!isObject(block)) parts.push({ type: 'json', json: block });
    else if (block['type'] === 'tool_result') readResult(frame, block);
    else if (typeof block['text'] === 'string') {
      const said = isForModel ? { words: '', reminders: [block['text']] } : withoutReminders(block['text']);
      reminders.push(...said.reminders);
      if (said.words !== '') words.push(said.words);
    } else parts.push(imagePart(block, frame.out));
  }
  const extra = extraOf(frame, message);
  const isSaid = words.length + parts.length > 0;
  if (isSaid) addPrompt(frame, words.join('\n'), parts, extra);
  for (const text of reminders) {
    const rest = extra && frame.count === 0 ? { extra } : {};
    addEvent(frame, { type: 'system', role: 'system', audience: 'model', text, ...rest });
  }
  if (frame.count === 0) addEvent(frame, { type: 'meta', role: 'user', ...(extra ? { extra } : {}) });
}

function addPrompt(frame: Frame, text: string, parts: Part[], extra: Json | undefined): void {
  // Words that came with results were put in while the turn went on.
  if (frame.count === 0) frame.state.turn = frame.base;
  const draft: Draft = { type: 'user_message', role: 'user', text };
  if (parts.length > 0) draft.parts = parts;
  if (extra) draft.extra = extra;
  addEvent(frame, draft);
}

const RESULT: ReadonlySet<string> = new Set(['type', 'tool_use_id', 'is_error', 'content']);

function readResult(frame: Frame, block: Json): void {
  const callId = wordOf(block['tool_use_id']) ?? frame.base;
  addResult(frame, { callId, content: block['content'], isError: block['is_error'], extra: restOf(block, RESULT) });
}

function readAssistant(frame: Frame, message: Json, blocks: readonly unknown[]): void {
  const model = stringOf(message['modelId']) ?? stringOf(message['model']);
  const variant = stringOf(message['reasoningEffort']);
  const drafts = blocks.map((block, i) => blockDraft(frame, block, i));
  if (drafts.length === 0) drafts.push({ type: 'meta', role: 'assistant' });
  const [first] = drafts as [Draft];
  const usage = usageOf(message['usage'], { responseId: frame.base });
  if (usage) first.usage = usage;
  const extra = extraOf(frame, message);
  if (extra) first.extra = { ...first.extra, ...extra };
  for (const draft of drafts) {
    if (model !== undefined) draft.model = model;
    if (variant !== undefined) draft.variant = variant;
    addCallOrWords(frame, draft);
  }
}

/** Adds the event, and keeps what the result needs to know of a call. */
export function addCallOrWords(frame: Frame, draft: Draft): void {
  const id = addEvent(frame, draft);
  const { tool } = draft;
  if (tool?.callId === undefined) return;
  const action = stringOf(objectOf(tool.input)['command'])?.slice(0, 160);
  noteCall(frame.state, tool.callId, { event: id, name: tool.name.slice(0, 80), ...(action ? { action } : {}) });
}

const KNOWN: Record<string, ReadonlySet<string>> = {
  text: new Set(['type', 'text']),
  thinking: new Set(['type', 'thinking']),
  redacted_thinking: new Set(['type']),
  image: new Set(['type', 'source']),
  tool_use: new Set(['type', 'id', 'name', 'input']),
};

/** A block as an event; blocks of unknown types are kept as they are. */
function blockDraft(frame: Frame, block: unknown, index: number): Draft {
  if (!isObject(block)) return { type: 'meta', role: 'assistant', extra: { block } };
  const draft = knownDraft(frame, block, index);
  if (!draft) return { type: 'meta', role: 'assistant', extra: { block } };
  const known = KNOWN[String(block['type'])];
  const rest = known ? restOf(block, known) : undefined;
  if (rest) draft.extra = rest;
  return draft;
}

function knownDraft(frame: Frame, block: Json, index: number): Draft | undefined {
  const { type, text, thinking } = block;
  if (type === 'text' && typeof text === 'string') return { type: 'assistant_message', role: 'assistant', text };
  if (type === 'thinking' && typeof thinking === 'string')
    return { type: 'reasoning', role: 'assistant', text: thinking };
  if (type === 'redacted_thinking')
    return { type: 'reasoning', role: 'assistant', parts: [{ type: 'reasoning', visibility: 'private' }] };
  if (type === 'image') return { type: 'assistant_message', role: 'assistant', parts: [imagePart(block, frame.out)] };
  if (type !== 'tool_use') return undefined;
  const callId = wordOf(block['id']) ?? `${frame.base}#${index}`;
  const tool = callTool(stringOf(block['name']) ?? 'unknown', callId, block['input']);
  return { type: 'tool_call', role: 'assistant', tool };
}
