/**
 * Assistant lines. One model message is written as several lines, one for each content block, that share
 * `message.id`; an event's id is that id and the block's index, which is the same in the log and in the live stream.
 */

import type { EventDraft } from '../../adapters/contract.ts';
import { recall } from '../../reading/keyed-list.ts';
import { readTime } from '../../reading/time.ts';
import type { Tool } from '../../transcript.ts';
import { blockEvent } from './blocks.ts';
import { isInherited } from './fork.ts';
import { draft, type Line, note } from './line.ts';
import { envelopeAnd, leftovers, list, object, type Raw, text, word } from './native.ts';
import { referToBriefing } from './prompts.ts';
import { ask } from './questions.ts';
import { type CallSeen, eventKey, keyOf, type MessageSeen, messageSeen, noteCall } from './state.ts';
import { noteSpawn } from './subagents.ts';
import { spawns } from './tools.ts';
import { countOutput, numbersOf, sameNumbers, usageOf } from './usage.ts';
import { noteLine } from './withdrawn.ts';

const LINE_FIELDS = envelopeAnd('message', 'apiBlockIndex', 'effort', 'forkedFrom', 'isApiErrorMessage');
const MESSAGE_FIELDS: ReadonlySet<string> = new Set(['id', 'type', 'role', 'model', 'content', 'usage']);
/** Of a message that the harness made: its model is no model and its usage no response's, so both are kept as they are. */
const SYNTHETIC_FIELDS: ReadonlySet<string> = new Set(['id', 'type', 'role', 'content']);
/** The model of messages that the harness made itself. */
const SYNTHETIC = '<synthetic>';

export function readAssistant(line: Line): void {
  const message = object(line.value['message']);
  if (!message) {
    note(line, 'meta', { extra: leftovers(line.value, LINE_FIELDS) });
    return;
  }
  const messageId = word(message['id']);
  if (isRepeated(line, messageId)) return;
  const seen = messageId === undefined ? undefined : messageSeen(line.state, messageId);
  const from = firstIndex(line, seen);
  const content = message['content'];
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : list(content);
  // A message without content still has its numbers.
  for (let i = 0; i < Math.max(1, blocks.length); i++) {
    const id = messageId !== undefined ? `${messageId}.${from + i}` : i === 0 ? line.id : `${line.id}.${i}`;
    const event = isSynthetic(message) ? harnessEvent(line, id, blocks[i]) : blockEvent(line, id, blocks[i]);
    if (i === 0) addLineFacts(line, event, message);
    if (i === 0 && seen?.first === undefined && !isSynthetic(message)) referToBriefing(line, event);
    if (i === 0) addUsage(line, seen, event, message, messageId ?? line.id);
    const added = emit(line, seen, from + i, event);
    if (i === 0) noteLine(line, added);
  }
  if (seen) seen.n = Math.max(seen.n, from + Math.max(1, blocks.length));
}

/** The same record written again adds nothing but its place. */
function isRepeated(line: Line, messageId: string | undefined): boolean {
  const before = messageId === undefined ? undefined : recall(line.state.lines, keyOf(line.id));
  if (!before?.event.startsWith(`${messageId}.`)) return false;
  return line.out.patch(before.event, { native: line.native, extra: leftovers(line.value, LINE_FIELDS) });
}

const isSynthetic = (message: Raw) => message['model'] === SYNTHETIC;

/** Recent versions number the blocks; before, and in the live stream, their order does. */
function firstIndex(line: Line, seen: MessageSeen | undefined): number {
  const index = line.value['apiBlockIndex'];
  if (typeof index === 'number' && Number.isSafeInteger(index) && index >= 0) return index;
  return seen?.open ?? seen?.n ?? 0;
}

function emit(line: Line, seen: MessageSeen | undefined, index: number, event: EventDraft): string {
  let id = event.id;
  if (seen?.open === index) {
    // The block was streamed: its event exists, with the deltas as chunks.
    seen.open = undefined;
    const { id: _id, timestamp, ...change } = event;
    if (!line.out.patch(id, { ...change, timestamp: readTime(timestamp) })) id = line.out.add(event);
  } else {
    id = line.out.add(event);
  }
  if (seen && seen.first === undefined) seen.first = eventKey(id);
  if (event.type === 'tool_call') startCall(line, id, event);
  return id;
}

function startCall(line: Line, id: string, event: EventDraft): void {
  const tool = event.tool;
  if (!tool?.callId) return;
  const call = noteCall(line.state, tool.callId, id, tool.name);
  pairEarlyResult(line, call, tool);
  const input = object(tool.input);
  if (!input) return;
  if (spawns(tool.name)) noteSpawn(line, tool.callId, input);
  ask(line, call, tool.name, tool.callId, input);
}

/** Seen in 2.1.119: parallel writes put a result in front of its call. */
function pairEarlyResult(line: Line, call: CallSeen, { name, kind, server }: Tool): void {
  const early = recall(line.state.early, call.k);
  if (!early) return;
  call.result = early.event;
  line.out.patch(call.event, { tool: { status: early.status } });
  line.out.patch(early.event, { parentId: call.event || undefined, tool: { name, kind, server } });
  if (early.at !== undefined) line.out.solve('unpaired-result', early.at);
}

function addLineFacts(line: Line, event: EventDraft, message: Raw): void {
  const model = word(message['model']);
  if (model !== undefined && model !== SYNTHETIC) {
    event.model = model;
    const provider = providerOf(word(message['id']), word(line.value['requestId']));
    if (provider !== undefined) event.provider = provider;
  }
  const effort = word(line.value['effort']);
  if (effort !== undefined) event.variant = effort;
  const ofLine = leftovers(line.value, LINE_FIELDS);
  const ofMessage = leftovers(message, isSynthetic(message) ? SYNTHETIC_FIELDS : MESSAGE_FIELDS);
  const extra = ofLine && ofMessage ? Object.assign(ofLine, ofMessage) : (ofLine ?? ofMessage);
  if (extra) event.extra = event.extra ? Object.assign(extra, event.extra) : extra;
}

/** Ids of Bedrock's and Vertex's messages say so; a request id beside any other is Anthropic's own. */
function providerOf(messageId = '', requestId = ''): string | undefined {
  if (messageId.startsWith('msg_bdrk_')) return 'bedrock';
  if (messageId.startsWith('msg_vrtx_')) return 'vertex';
  return messageId.startsWith('msg_') && requestId.startsWith('req_') ? 'anthropic' : undefined;
}

function addUsage(
  line: Line,
  seen: MessageSeen | undefined,
  event: EventDraft,
  message: Raw,
  responseId: string,
): void {
  const native = object(message['usage']);
  if (!native || isSynthetic(message) || seen?.final) return;
  const numbers = numbersOf(native);
  if (seen && sameNumbers(seen, numbers)) return;
  countOutput(line, seen, numbers);
  const usage = usageOf(numbers, responseId, native, isInherited(line));
  if (seen?.first === undefined || seen.first === event.id) event.usage = usage;
  else line.out.patch(seen.first, { usage });
}

/** What the harness says in the assistant's place: an API error, or a notice. */
function harnessEvent(line: Line, id: string, item: unknown): EventDraft {
  const { value } = line;
  const words = text(object(item)?.['text']);
  const isError = value['isApiErrorMessage'] === true || typeof value['error'] === 'string';
  const event = draft(line, id, isError ? 'error' : 'system');
  event.role = 'system';
  event.audience = 'user';
  if (words !== undefined) event.text = words;
  if (!isError) return event;
  const status = value['apiErrorStatus'];
  event.error = { message: words ?? 'API error', willRetry: false };
  const code = word(value['apiErrorType']) ?? word(value['error']);
  if (code !== undefined) event.error.code = code;
  if (Number.isInteger(status)) event.error.status = status as number;
  return event;
}
