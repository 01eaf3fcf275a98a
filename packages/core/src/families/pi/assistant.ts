/**
 * A response of the model: one event for each block, in order, then one for an error or an abort. What belongs to
 * the response as a whole (usage, times, stop reason) stands on the first of them.
 */

import type { Output } from '../../adapters/contract.ts';
import { readTime } from '../../reading/time.ts';
import type { Part } from '../../transcript.ts';
import { imagePart } from './content.ts';
import { errorOf } from './errors.ts';
import { addEvent, type Draft, type Frame } from './frame.ts';
import { idOf, isObject, type Native, nameOf, restOf, textOf } from './native.ts';
import { noteCall, type ReaderState } from './state.ts';
import { kindOf, pathOf } from './tools.ts';
import { usageOf } from './usage.ts';

const KNOWN = new Set(['role', 'content', 'usage', 'model', 'provider', 'timestamp', 'errorMessage', 'responseId']);
const KNOWN_BLOCK: Record<string, ReadonlySet<string>> = {
  text: new Set(['type', 'text', 'index']),
  thinking: new Set(['type', 'thinking', 'redacted', 'index']),
  toolCall: new Set(['type', 'id', 'name', 'arguments', 'index']),
  image: new Set(['type', 'data', 'mimeType', 'source', 'index']),
};

export function readAssistant(frame: Frame, message: Native): void {
  for (const draft of responseDrafts(frame, message)) {
    const id = addEvent(frame, draft);
    rememberCall(frame.state, draft, id);
  }
}

/** The events of a response; the first ones stand for its blocks, one each. */
export function responseDrafts(frame: Frame, message: Native): Draft[] {
  const { state } = frame;
  const stopped = message['stopReason'] === 'aborted' || message['stopReason'] === 'error';
  const drafts = blocksOf(message).map((block) => blockDraft(block, frame.out, stopped));
  const end = endDraft(message);
  if (end) drafts.push(end);
  if (drafts.length === 0) drafts.push({ type: 'meta', role: 'assistant' });
  const model = textOf(message['model']) ?? state.model;
  const provider = textOf(message['provider']) ?? state.provider;
  for (const draft of drafts) {
    if (model !== undefined) draft.model = model;
    if (provider !== undefined) draft.provider = provider;
    if (state.variant !== undefined) draft.variant = state.variant;
  }
  describeResponse(frame, message, drafts[0] as Draft);
  if (state.briefing?.prompt !== undefined) (drafts[0] as Draft).promptHash = state.briefing.prompt;
  return drafts;
}

export function blocksOf(message: Native): unknown[] {
  const { content } = message;
  if (Array.isArray(content)) return content;
  return typeof content === 'string' && content !== '' ? [{ type: 'text', text: content }] : [];
}

/** One event for a block; blocks of unknown types are kept as they are. */
export function blockDraft(block: unknown, out: Output, stopped = false): Draft {
  if (!isObject(block)) return { type: 'meta', role: 'assistant', extra: { block } };
  const draft = knownBlock(block, out, stopped);
  if (!draft) return { type: 'meta', role: 'assistant', extra: { block } };
  const rest = restOf(block, KNOWN_BLOCK[block['type']] as ReadonlySet<string>);
  if (rest) draft.extra = rest;
  return draft;
}

function knownBlock(block: Native, out: Output, stopped: boolean): Draft | undefined {
  switch (block['type']) {
    case 'text':
      return { type: 'assistant_message', role: 'assistant', text: stringOf(block['text']) };
    case 'thinking':
      return thinkingDraft(block);
    case 'toolCall':
      return callDraft(block, stopped);
    case 'image':
      return { type: 'assistant_message', role: 'assistant', parts: [imagePart(block, out)] };
    default:
      return undefined;
  }
}

function thinkingDraft(block: Native): Draft {
  const draft: Draft = { type: 'reasoning', role: 'assistant', text: stringOf(block['thinking']) };
  if (block['redacted'] === true) {
    const hidden: Part = { type: 'reasoning', visibility: 'private' };
    draft.parts = [hidden];
  }
  return draft;
}

function callDraft(block: Native, stopped: boolean): Draft {
  const name = textOf(block['name']) ?? 'unknown';
  return {
    type: 'tool_call',
    role: 'assistant',
    tool: {
      name,
      callId: textOf(block['id']),
      kind: kindOf(name),
      input: block['arguments'],
      status: stopped ? 'interrupted' : 'running',
    },
  };
}

function endDraft(message: Native): Draft | undefined {
  const reason = message['stopReason'];
  const text = textOf(message['errorMessage']);
  if (reason === 'error') return { type: 'error', error: errorOf(text ?? 'the model call failed') };
  if (reason === 'aborted') return { type: 'status', status: { label: 'aborted', ...(text ? { detail: text } : {}) } };
  return text === undefined ? undefined : { type: 'error', error: errorOf(text) };
}

function describeResponse(frame: Frame, message: Native, first: Draft): void {
  const { state, time } = frame;
  const inherited = state.forkedAt !== undefined && time !== undefined && time < state.forkedAt;
  const usage = usageOf(message['usage'], idOf(message['responseId']), inherited);
  if (usage) first.usage = usage;
  const rest = restOf(message, KNOWN) ?? {};
  if (!usage && message['responseId'] !== undefined) rest['responseId'] = message['responseId'];
  // The times of a call are the tool's own.
  if (first.type === 'tool_call') rest['timestamp'] = message['timestamp'];
  else setTimes(first, readTime(message['timestamp']), time);
  first.extra = first.extra ? Object.assign(first.extra, rest) : rest;
}

function setTimes(first: Draft, startedAt: string | undefined, completedAt: string | undefined): void {
  if (startedAt !== undefined) first.startedAt = startedAt;
  if (completedAt !== undefined && completedAt !== startedAt) first.completedAt = completedAt;
}

/** Keeps what the result needs to know of its call. */
export function rememberCall(state: ReaderState, draft: Draft, event: string): void {
  const { tool } = draft;
  if (draft.type !== 'tool_call' || tool?.callId === undefined) return;
  const path = pathOf(kindOf(tool.name), tool.input);
  noteCall(state, { k: tool.callId, event, name: nameOf(tool.name) ?? '', ...(path ? { path } : {}) });
}

function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
