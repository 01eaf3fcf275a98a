/** A message of the conversation: the model's, the user's, or a notice. */
import type { EventDraft, NativeRecord, Output } from '../contract.ts';
import { inlineParts } from './inline-part.ts';
import { isObject, type Json, listOf, partsOf, restOf, stringOf, textOf, timeOf } from './native.ts';
import { readFunctionCall, readToolCall } from './read-tool.ts';
import { readUser } from './read-user.ts';
import { emit, type ReadingState } from './state.ts';
import { usageOf } from './usage.ts';

const modelFields = new Set([
  'id',
  'timestamp',
  'type',
  'content',
  'parts',
  'thoughts',
  'tokens',
  'model',
  'toolCalls',
]);
const noticeFields = new Set(['id', 'timestamp', 'type', 'content']);

export function readMessage(state: ReadingState, message: Json, record: NativeRecord, out: Output): void {
  const type = stringOf(message['type']);
  if (type === 'user') readUser(state, message, record, out);
  else if (type === 'gemini' || type === 'model') readModel(state, message, record, out);
  else if (type === 'info' || type === 'warning' || type === 'error') readNotice(state, message, type, record, out);
}

/** Thoughts, then words, then calls; the message's own event holds the response's numbers, words or not. */
function readModel(state: ReadingState, message: Json, record: NativeRecord, out: Output): void {
  const id = stringOf(message['id']) ?? record.ref;
  const time = timeOf(message['timestamp']);
  const model = stringOf(message['model']);
  let thoughts = 0;
  for (const thought of listOf(message['thoughts'])) {
    if (isObject(thought)) readThought(state, thought, `${id}.${++thoughts}`, { id, time, model }, record, out);
  }
  const parts = partsOf(message['content'] ?? message['parts']);
  const text = textOf(parts);
  const shown = inlineParts(parts, out);
  const usage = usageOf(message['tokens'], id);
  const event: EventDraft =
    text !== '' || shown.length > 0
      ? { id, type: 'assistant_message', role: 'assistant', text, timestamp: time, model, usage }
      : { id, type: 'meta', timestamp: time, model, usage };
  if (shown.length > 0) event.parts = shown;
  event.native = record.native('gemini', id);
  event.extra = restOf(message, modelFields);
  emit(state, out, event, id);
  const place = { state, message: id, model, time, record, out };
  for (const part of parts) if (isObject(part['functionCall'])) readFunctionCall(place, part['functionCall']);
  for (const call of listOf(message['toolCalls'])) if (isObject(call)) readToolCall(place, call);
}

function readThought(
  state: ReadingState,
  thought: Json,
  id: string,
  of: { id: string; time?: string; model?: string },
  record: NativeRecord,
  out: Output,
): void {
  const subject = stringOf(thought['subject']);
  const text = [subject && `**${subject}**`, stringOf(thought['description'])].filter(Boolean).join('\n');
  emit(
    state,
    out,
    {
      id,
      type: 'reasoning',
      role: 'assistant',
      text,
      timestamp: timeOf(thought['timestamp']) ?? of.time,
      model: of.model,
      native: record.native('thought', of.id),
      extra: subject ? { subject } : undefined,
    },
    of.id,
  );
}

/** Shown to the user, never sent to the model. */
function readNotice(state: ReadingState, message: Json, type: string, record: NativeRecord, out: Output): void {
  const id = stringOf(message['id']) ?? record.ref;
  const text = textOf(partsOf(message['content']));
  const isError = type === 'error';
  emit(
    state,
    out,
    {
      id,
      type: isError ? 'error' : 'system',
      ...(isError ? { error: { message: text } } : { role: 'system', text, status: { label: type } }),
      audience: 'user',
      timestamp: timeOf(message['timestamp']),
      native: record.native(type, id),
      extra: restOf(message, noticeFields),
    },
    id,
  );
}
