/** A message: the user's words, results of tools, or a response. */
import { recall } from '../../reading/recent.ts';
import type { Part } from '../../transcript.ts';
import { addEvent, type Draft, type Frame } from './frame.ts';
import { imagePart } from './image-part.ts';
import { isObject, type Json, listOf, objectOf, restOf, stringOf, wordOf } from './native.ts';
import { changedFile, outcomeOf } from './outcome.ts';
import { noteCall } from './state.ts';
import { callTool } from './tools.ts';
import { usageOf } from './usage.ts';

export function readMessage(frame: Frame): void {
  const { role, content } = frame.value;
  const blocks: unknown[] = typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content);
  if (role === 'user') readUser(frame, blocks);
  else if (role === 'assistant') readAssistant(frame, blocks);
}

const USER: ReadonlySet<string> = new Set(['id', 'role', 'content', 'ts']);

function readUser(frame: Frame, blocks: readonly unknown[]): void {
  const words: string[] = [];
  const parts: Part[] = [];
  let extra = restOf(frame.value, USER);
  for (const block of blocks) {
    if (!isObject(block)) parts.push({ type: 'json', json: block });
    else if (block['type'] === 'tool_result') readResult(frame, block);
    else if (typeof block['text'] === 'string') {
      const { text, mode } = typed(block['text']);
      words.push(text);
      if (mode !== undefined) extra = { ...extra, mode };
    } else parts.push(imagePart(block, frame.out) ?? { type: 'json', json: block });
  }
  if (words.length + parts.length === 0 && frame.count > 0) return;
  if (frame.count === 0) frame.state.turn = frame.base;
  const draft: Draft = { type: 'user_message', role: 'user', text: words.join('\n') };
  if (parts.length > 0) draft.parts = parts;
  if (extra) draft.extra = extra;
  addEvent(frame, draft);
}

const INPUT = /^<user_input mode="([^"]{0,40})">/;
const INPUT_END = '</user_input>';

/** What was typed stands in a tag that says in which mode. */
function typed(text: string): { text: string; mode?: string } {
  const head = INPUT.exec(text.slice(0, 80));
  if (!head || !text.endsWith(INPUT_END)) return { text };
  return { text: text.slice(head[0].length, -INPUT_END.length), mode: head[1] };
}

const RESULT: ReadonlySet<string> = new Set(['type', 'tool_use_id', 'name', 'content', 'is_error']);

function readResult(frame: Frame, block: Json): void {
  const { state, out, time } = frame;
  const callId = wordOf(block['tool_use_id']) ?? frame.base;
  const call = recall(state.calls, callId);
  if (!call) out.problem('unpaired-result', `no call ${callId} before this result`);
  const name = stringOf(block['name']) ?? call?.name ?? 'unknown';
  const { tool, parts } = outcomeOf(name, callId, block['content'], block['is_error'], out);
  parts.push(...changedFile(tool, call));
  const draft: Draft = { type: 'tool_result', role: 'tool', tool };
  if (call) draft.parentId = call.event;
  if (parts.length > 0) draft.parts = parts;
  const extra = restOf(block, RESULT);
  if (extra) draft.extra = extra;
  addEvent(frame, draft);
  if (call) out.patch(call.event, { completedAt: time, tool: { status: tool.status, exitCode: tool.exitCode } });
}

const ASSISTANT: ReadonlySet<string> = new Set([...USER, 'modelInfo', 'metrics']);
const MODEL: ReadonlySet<string> = new Set(['id', 'provider']);

function readAssistant(frame: Frame, blocks: readonly unknown[]): void {
  const { value } = frame;
  const info = objectOf(value['modelInfo']);
  const model = stringOf(info['id']);
  const provider = stringOf(info['provider']);
  const drafts = blocks.map((block, i) => blockDraft(frame, block, i));
  if (drafts.length === 0) drafts.push({ type: 'meta', role: 'assistant' });
  const [first] = drafts as [Draft];
  const usage = usageOf(value['metrics'], { responseId: frame.base });
  if (usage) first.usage = usage;
  if (frame.state.prompt !== undefined) first.promptHash = frame.state.prompt;
  const extra = { ...restOf(value, ASSISTANT), ...restOf(info, MODEL) };
  if (Object.keys(extra).length > 0) first.extra = { ...first.extra, ...extra };
  for (const draft of drafts) {
    if (model !== undefined) draft.model = model;
    if (provider !== undefined) draft.provider = provider;
    const id = addEvent(frame, draft);
    const { tool } = draft;
    if (tool?.callId === undefined) continue;
    const path = wordOf(objectOf(tool.input)['path']);
    noteCall(frame.state, tool.callId, { event: id, name: tool.name.slice(0, 80), ...(path ? { path } : {}) });
  }
}

/** A block as an event; blocks of unknown types are kept as they are. */
function blockDraft(frame: Frame, block: unknown, index: number): Draft {
  const kept: Draft = { type: 'meta', role: 'assistant', extra: { block } };
  if (!isObject(block)) return kept;
  const { type, text, thinking } = block;
  if (type === 'text' && typeof text === 'string') {
    return withRest(block, TEXT, { type: 'assistant_message', role: 'assistant', text });
  }
  if (type === 'thinking' && typeof thinking === 'string') {
    return withRest(block, THINKING, { type: 'reasoning', role: 'assistant', text: thinking });
  }
  if (type === 'redacted_thinking') {
    const parts = [{ type: 'reasoning', visibility: 'private' }];
    return withRest(block, TYPE, { type: 'reasoning', role: 'assistant', parts });
  }
  if (type !== 'tool_use') return kept;
  const callId = wordOf(block['id']) ?? `${frame.base}#${index}`;
  const tool = callTool(stringOf(block['name']) ?? 'unknown', callId, block['input']);
  return withRest(block, CALL, { type: 'tool_call', role: 'assistant', tool });
}

const TYPE: ReadonlySet<string> = new Set(['type']);
const TEXT: ReadonlySet<string> = new Set(['type', 'text']);
const THINKING: ReadonlySet<string> = new Set(['type', 'thinking']);
const CALL: ReadonlySet<string> = new Set(['type', 'id', 'name', 'input']);

function withRest(block: Json, known: ReadonlySet<string>, draft: Draft): Draft {
  const extra = restOf(block, known);
  if (extra) draft.extra = extra;
  return draft;
}
