/** One conversation, in a row of the database or in a document that `/save` wrote. */

import type { DocumentPart, NativeRecord, Output } from '../../adapters/contract.ts';
import { picturePart } from '../../reading/chat-content.ts';
import {
  addAnswer,
  addCall,
  addNote,
  addPrompt,
  type Beside,
  beginConversation,
  type Conversation,
  type ConversationState,
  conversationOf,
} from '../../reading/conversation.ts';
import { addEvent } from '../../reading/event-frame.ts';
import { isObject, type Json, listOf, objectOf, restOf, stringOf, wordOf } from '../../reading/native-values.ts';
import { replacedPart } from '../../reading/replaced-diff.ts';
import { readTime } from '../../reading/time.ts';
import type { Part } from '../../transcript.ts';
import { TOOLS, variantOf } from './native.ts';
import { readToolResult } from './results.ts';

export interface State extends ConversationState {
  model?: string;
  hasEnvironment?: boolean;
}

export const beginState: () => State = beginConversation;

/** Its head, then its entries. */
export function* partsOf(conversation: Json, at = '', beside: Json = {}): Iterable<DocumentPart> {
  const { history, ...head } = conversation;
  yield { value: { head: { ...beside, ...head } }, pointer: at || '/' };
  for (const [index, entry] of listOf(history).entries()) {
    yield { value: { entry, index }, pointer: `${at}/history/${index}` };
  }
}

export function read(state: State, record: NativeRecord, out: Output): void {
  const { head, entry, index } = record.value;
  if (isObject(head)) readHead(state, head, record, out);
  else if (entry !== undefined) readEntry(state, entry, Number(index), record, out);
}

const HEAD: ReadonlySet<string> = new Set(['conversation_id', 'cwd', 'created_at', 'updated_at']);

function readHead(state: State, head: Json, record: NativeRecord, out: Output): void {
  const id = wordOf(head['conversation_id']);
  const cwd = stringOf(head['cwd']);
  const startedAt = readTime(head['created_at']);
  const model = wordOf(objectOf(head['model_info'])['model_id']) ?? wordOf(head['model']);
  if (model) state.model = model;
  out.session({
    ...(id ? { nativeId: id } : {}),
    ...(startedAt ? { startedAt } : {}),
    ...(cwd ? { environment: { cwd } } : {}),
  });
  const frame = conversationOf(TOOLS, state, record, out, { type: 'conversation', id, time: startedAt });
  addEvent(frame, { type: 'session', phase: 'started', session: restOf(head, HEAD) ?? {} });
}

function readEntry(state: State, entry: unknown, index: number, record: NativeRecord, out: Output): void {
  const [user, assistant] = Array.isArray(entry) ? entry : [objectOf(entry)['user'], objectOf(entry)['assistant']];
  const metadata = objectOf(Array.isArray(entry) ? undefined : objectOf(entry)['request_metadata']);
  const answer = variantOf(assistant);
  const id = wordOf(answer?.value['message_id']) ?? `entry-${index}`;
  readUser(state, objectOf(user), record, out, id, metadata);
  if (answer) readAnswer(state, answer.value, record, out, id, metadata);
}

const USER: ReadonlySet<string> = new Set(['content', 'timestamp', 'env_context', 'images', 'additional_context']);

function readUser(state: State, user: Json, record: NativeRecord, out: Output, id: string, metadata: Json): void {
  const time = readTime(user['timestamp']) ?? readTime(metadata['request_start_timestamp_ms']);
  noteEnvironment(state, user, out);
  const frame = conversationOf(TOOLS, state, record, out, { type: 'user', base: `${id}.user`, time });
  const content = variantOf(user['content']);
  const isCancelled = content?.name === 'CancelledToolUses';
  for (const result of listOf(content?.value['tool_use_results'])) {
    const { tool_use_id, content: blocks, status } = objectOf(result);
    readToolResult(frame, { id: tool_use_id, content: blocks, status, isCancelled });
  }
  const prompt = stringOf(content?.value['prompt']);
  const rest = restOf(user, USER);
  const context = stringOf(user['additional_context']);
  const extra = { ...rest, ...(context ? { additional_context: context } : {}) };
  const kept = Object.keys(extra).length > 0 ? { extra } : {};
  const parts = listOf(user['images']).map((image) => pictureOf(objectOf(image), out));
  if (prompt !== undefined) addPrompt(frame, prompt, { ...kept, ...(parts.length > 0 ? { parts } : {}) });
  else if (frame.count === 0) addNote(frame, content?.name ?? 'user', extra);
}

function noteEnvironment(state: State, user: Json, out: Output): void {
  const { operating_system, current_working_directory } = objectOf(objectOf(user['env_context'])['env_state']);
  const [os, cwd] = [stringOf(operating_system), stringOf(current_working_directory)];
  if (state.hasEnvironment || !(os || cwd)) return;
  state.hasEnvironment = true;
  out.session({ environment: { ...(cwd ? { cwd } : {}), ...(os ? { os } : {}) } });
}

/** Bytes are numbers in a list, or base64. */
function pictureOf(image: Json, out: Output): Part {
  const { Bytes } = objectOf(image['source']);
  const mime = `image/${stringOf(image['format']) ?? 'png'}`;
  if (typeof Bytes === 'string') return { type: 'image', mime, hash: out.attach(mime, Bytes) };
  return picturePart(image, out);
}

const ANSWER: ReadonlySet<string> = new Set(['message_id', 'content', 'tool_uses']);

function readAnswer(state: State, answer: Json, record: NativeRecord, out: Output, id: string, metadata: Json): void {
  const time = readTime(metadata['stream_end_timestamp_ms']) ?? readTime(metadata['request_start_timestamp_ms']);
  const frame = conversationOf(TOOLS, state, record, out, { type: 'assistant', id, time });
  const model = wordOf(metadata['model_id']) ?? state.model;
  const extra = {
    ...restOf(answer, ANSWER),
    ...(Object.keys(metadata).length > 0 ? { request_metadata: metadata } : {}),
  };
  const first: Beside = Object.keys(extra).length > 0 ? { extra } : {};
  const beside = (): Beside => ({ ...(model ? { model } : {}), ...(frame.count === 0 ? first : {}) });
  const text = stringOf(answer['content']);
  if (text !== undefined) addAnswer(frame, text, beside());
  for (const use of listOf(answer['tool_uses'])) readCall(frame, objectOf(use), beside());
  if (frame.count === 0) addNote(frame, 'assistant', first.extra, beside());
}

function readCall(frame: Conversation, use: Json, beside: Beside): void {
  const name = wordOf(use['name']) ?? 'unknown';
  addToolCall(frame, { callId: wordOf(use['id']) ?? `${frame.base}#${frame.count}`, name, input: use['args'] }, beside);
}

/** `fs_write` writes a file, replaces a text in it, or adds to it. */
export function addToolCall(
  frame: Conversation,
  call: { callId: string; name: string; input: unknown },
  beside: Beside,
): void {
  const input = objectOf(call.input);
  const path = stringOf(input['path']);
  const after = stringOf(input['file_text']) ?? stringOf(input['new_str']) ?? stringOf(input['content']);
  const isWrite = path !== undefined && after !== undefined && TOOLS[call.name] === 'write';
  const parts = isWrite ? [replacedPart(path, stringOf(input['old_str']), after)] : [];
  addCall(frame, call, { ...beside, ...(parts.length > 0 ? { parts } : {}) });
}
