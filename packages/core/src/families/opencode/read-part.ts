/** The parts of a message: what was said, thought and done. Each part is one mutable record with an id of its own. */
import type { EventDraft, NativeRecord, Output } from '../../adapters/contract.ts';
import { recall } from '../../reading/recent.ts';
import { readTime } from '../../reading/time.ts';
import type { Part } from '../../transcript.ts';
import { filePart } from './file-part.ts';
import { isObject, type Json, numberOf, restOf, stringOf } from './native.ts';
import { draft, type PartContext, type PartOrigin } from './part-context.ts';
import { errorOf, isRevertedPart } from './read-message.ts';
import { readTool } from './read-tool.ts';
import { emit, type ReadingState, sessionOf } from './state.ts';
import { usageOf } from './usage.ts';

const MAX_USER_PARTS = 24;
const MAX_ADDRESS = 512;
const envelope = ['id', 'sessionID', 'messageID', 'type'];
const textFields = new Set([...envelope, 'text', 'time', 'synthetic', 'ignored']);
const plainFields = new Set(envelope);

export function readPart(
  state: ReadingState,
  part: Json,
  record: NativeRecord,
  out: Output,
  { tools, time, removed }: PartOrigin,
): void {
  const messageId = stringOf(part['messageID']) ?? '';
  const known = recall(state.messages, messageId);
  const id = stringOf(part['id']) ?? record.ref;
  // A part without its message (a stream that was joined late) can only be the assistant's.
  const message = known ?? { role: 'assistant' };
  const context: PartContext = { state, part, id, message, messageId, record, out, tools, created: readTime(time) };
  const reader = readers.get(stringOf(part['type']) ?? '');
  if (!reader) return;
  const isGone = removed || isRevertedPart(sessionOf(state, part['sessionID']), messageId, id);
  reader(isGone ? { ...context, message: { ...message, withdrawn: true } } : context);
}

const readers = new Map<string, (context: PartContext) => void>(
  Object.entries({
    text: readText,
    reasoning: readReasoning,
    file: readFile,
    tool: readTool,
    'step-start': (context) => readBookkeeping(context),
    'step-finish': readStepFinish,
    snapshot: (context) => readBookkeeping(context),
    patch: readPatch,
    agent: (context) => readStatus(context, 'agent', stringOf(context.part['name'])),
    compaction: (context) => readStatus(context, 'compaction', context.part['auto'] === true ? 'auto' : 'manual'),
    retry: readRetry,
    subtask: readSubtask,
  }),
);

function readText(context: PartContext): void {
  const { state, part, message, out } = context;
  const text = typeof part['text'] === 'string' ? part['text'] : '';
  const isSynthetic = part['synthetic'] === true;
  if (message.role === 'user' && !isSynthetic) {
    readUserText(context, text);
    return;
  }
  const event = draft(context, 'assistant_message');
  event.text = text;
  event.extra = restOf(part, textFields);
  if (isSynthetic || message.summary) {
    event.type = 'system';
    event.role = 'system';
    event.audience = 'model';
    event.status = { label: message.summary ? 'compaction-summary' : 'synthetic' };
  } else {
    event.role = 'assistant';
    event.model = message.model;
    event.provider = message.provider;
  }
  if (part['ignored'] === true) event.audience = 'user';
  emit(state, out, event, message);
}

/** A user's words and files are one event, named after the first of them; further words get their own. */
function readUserText(context: PartContext, text: string): void {
  const { state, id, message, out, part, record } = context;
  const { user } = message;
  const isAgain = user?.parts.includes(id) && id !== user.event;
  if (user && (isAgain || !user.hasText)) {
    out.patch(user.event, { text, native: record.native('part/text', id) });
    user.hasText = true;
    if (!isAgain) user.parts.push(id);
    return;
  }
  const event = userEvent(context);
  event.text = text;
  event.extra = restOf(part, textFields);
  if (part['ignored'] === true) event.audience = 'user';
  const name = emit(state, out, event, message);
  message.user ??= { event: name, parts: [id], hasText: true, shown: [] };
}

function readFile(context: PartContext): void {
  const { state, part, id, message, record, out } = context;
  const shown = filePart(part, out);
  if (message.role !== 'user') {
    const event = draft(context, 'assistant_message');
    const { model, provider } = message;
    emit(state, out, { ...event, role: 'assistant', model, provider, parts: [shown] }, message);
    return;
  }
  const { user } = message;
  if (!user || user.parts.length >= MAX_USER_PARTS) {
    const event = userEvent(context);
    event.parts = [shown];
    event.extra = restOf(part, fileFields);
    const hasText = false;
    message.user = { event: emit(state, out, event, message), parts: [id], hasText, shown: [small(shown)] };
    return;
  }
  if (!user.parts.includes(id)) {
    user.parts.push(id);
    user.shown.push(small(shown));
  }
  const extra = restOf(part, fileFields);
  out.patch(user.event, {
    parts: [...user.shown],
    native: record.native('part/file', id),
    ...(extra ? { extra } : {}),
  });
}

const fileFields = new Set([...envelope, 'mime', 'filename', 'url', 'synthetic']);

/** Parts are remembered until the message is complete, so no long address may stay in them. */
function small(part: Part): Part {
  const { url = '', path = '' } = part;
  if (url.length <= MAX_ADDRESS && path.length <= MAX_ADDRESS) return part;
  return {
    ...part,
    ...(url ? { url: url.slice(0, MAX_ADDRESS) } : {}),
    ...(path ? { path: path.slice(0, MAX_ADDRESS) } : {}),
  };
}

function userEvent(context: PartContext): EventDraft {
  return { ...draft(context, 'user_message'), role: 'user' };
}

function readReasoning(context: PartContext): void {
  const { state, part, message, out } = context;
  const event = draft(context, 'reasoning');
  event.role = 'assistant';
  event.text = typeof part['text'] === 'string' ? part['text'] : '';
  event.model = message.model;
  event.provider = message.provider;
  event.extra = restOf(part, textFields);
  emit(state, out, event, message);
}

/** The numbers repeat the message's; they count only where the message itself is not in the stream. */
function readStepFinish(context: PartContext): void {
  const { state, part, message, messageId, out } = context;
  const event = draft(context, 'meta');
  // Kilo times the whole step, which is told when it ends.
  if (event.completedAt) [event.startedAt, event.timestamp] = [event.timestamp, event.completedAt];
  event.model = message.model;
  event.provider = message.provider;
  event.extra = restOf(part, plainFields);
  if (!message.counted && messageId) event.usage = usageOf(part['tokens'], messageId, message.inherited);
  emit(state, out, event, message);
}

function readBookkeeping(context: PartContext): void {
  const event = draft(context, 'meta');
  event.extra = restOf(context.part, plainFields);
  emit(context.state, context.out, event, context.message);
}

function readPatch(context: PartContext): void {
  const { state, part, message, out } = context;
  const files = Array.isArray(part['files']) ? part['files'] : [];
  const event = draft(context, 'meta');
  event.parts = files
    .filter((path): path is string => typeof path === 'string')
    .map((path) => ({ type: 'file_ref', path, action: 'patch' }));
  event.extra = restOf(part, patchFields);
  emit(state, out, event, message);
}

const patchFields = new Set([...envelope, 'files']);

function readStatus(context: PartContext, label: string, detail: string | undefined): void {
  const event = draft(context, 'status');
  event.status = { label, ...(detail ? { detail } : {}) };
  event.extra = restOf(context.part, plainFields);
  emit(context.state, context.out, event, context.message);
}

function readRetry(context: PartContext): void {
  const attempt = numberOf(context.part['attempt']);
  const event = draft(context, 'error');
  event.error = { ...errorOf(context.part['error']), willRetry: true };
  if (attempt) event.error.attempt = Math.round(attempt);
  emit(context.state, context.out, event, context.message);
}

/** A command that runs in a subagent: the prompt is the command's, not the user's words. */
function readSubtask(context: PartContext): void {
  const { state, part, message, out } = context;
  const detail = stringOf(part['description']);
  const event: EventDraft = {
    ...draft(context, 'system'),
    role: 'system',
    audience: 'model',
    text: stringOf(part['prompt']),
    status: { label: 'subtask', ...(detail ? { detail } : {}) },
    extra: restOf(part, subtaskFields),
  };
  emit(state, out, event, message);
}

const subtaskFields = new Set([...envelope, 'prompt', 'description']);

export const isPart = (value: unknown): value is Json => isObject(value) && typeof value['messageID'] === 'string';
