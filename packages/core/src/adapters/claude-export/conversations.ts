/** `conversations.json`: a list of `{ uuid, name, created_at, chat_messages }`. Messages have words, and blocks in later exports. */

import { chatContent } from '../../reading/chat-content.ts';
import {
  addAnswer,
  addCall,
  addNote,
  addPrompt,
  addResult,
  addThought,
  beginConversation,
  type Conversation,
  type ConversationState,
  conversationOf,
} from '../../reading/conversation.ts';
import { addEvent } from '../../reading/event-frame.ts';
import { isObject, type Json, listOf, objectOf, restOf, stringOf, wordOf } from '../../reading/native-values.ts';
import { readTime } from '../../reading/time.ts';
import type { Part } from '../../transcript.ts';
import type { DocumentDialect, DocumentPart, NativeRecord, Output } from '../contract.ts';

interface State extends ConversationState {
  conversation?: string;
}

export const conversations: DocumentDialect<State> = {
  id: 'conversations',
  kind: 'document',
  live: false,
  detect: ({ text, keys }) => {
    if (keys.includes('chat_messages') && keys.includes('uuid')) return 0.95;
    const head = text.slice(0, 20_000);
    return /^\s*\[\s*\{/.test(head) && /"chat_messages"\s*:\s*\[/.test(head) ? 0.95 : 0;
  },
  begin: beginConversation,
  records,
  read,
};

function* records(document: unknown): Iterable<DocumentPart> {
  const isList = Array.isArray(document);
  const all = isList ? document : [document];
  for (let i = 0; i < all.length; i++) {
    const { chat_messages: messages, ...header } = objectOf(all[i]);
    const at = isList ? `/${i}` : '';
    yield { value: { conversation: header }, pointer: at };
    const list = listOf(messages);
    for (let j = 0; j < list.length; j++) yield { value: { message: list[j] }, pointer: `${at}/chat_messages/${j}` };
  }
}

function read(state: State, record: NativeRecord, out: Output): void {
  const { conversation, message } = record.value;
  if (isObject(conversation)) readConversation(state, conversation, record, out);
  else if (isObject(message) && state.conversation) readMessage(state, message, record, out.in(state.conversation));
}

function readConversation(state: State, header: Json, record: NativeRecord, out: Output): void {
  const id = wordOf(header['uuid']) ?? record.ref;
  Object.assign(state, { ...beginConversation(), turn: undefined, conversation: id });
  const own = out.in(id);
  const [title, time] = [stringOf(header['name']), readTime(header['created_at'])];
  own.session({ nativeId: id, startedAt: time, ...(title ? { title: { text: title, rank: 1 } } : {}) });
  const frame = conversationOf({}, state, record, own, { type: 'conversation', id, time });
  addEvent(frame, { type: 'session', phase: 'started', session: header });
}

const MESSAGE: ReadonlySet<string> = new Set([
  'uuid',
  'sender',
  'text',
  'content',
  'created_at',
  'attachments',
  'files',
]);

function readMessage(state: State, message: Json, record: NativeRecord, out: Output): void {
  const facts = { type: 'message', id: wordOf(message['uuid']), time: readTime(message['created_at']) };
  const frame = conversationOf({}, state, record, out, facts);
  const extra = restOf(message, MESSAGE);
  const text = stringOf(message['text']) ?? '';
  const blocks = listOf(message['content']).filter(isObject);
  if (message['sender'] === 'human') {
    const parts = [...listOf(message['attachments']), ...listOf(message['files'])].map(attached);
    const words = text || blocks.flatMap((block) => stringOf(block['text']) ?? []).join('\n');
    addPrompt(frame, words, { extra, ...(parts.length > 0 ? { parts } : {}) });
  } else {
    for (const block of blocks) readBlock(frame, block);
    if (frame.count === 0) addAnswer(frame, text, { extra });
  }
}

function attached(file: unknown): Part {
  const path = stringOf(objectOf(file)['file_name']);
  return path ? { type: 'file_ref', path, action: 'read', json: file } : { type: 'json', json: file };
}

function readBlock(frame: Conversation<State>, block: Json): void {
  const { type } = block;
  if (type === 'text') addAnswer(frame, stringOf(block['text']) ?? '');
  else if (type === 'thinking') addThought(frame, stringOf(block['thinking']) ?? '');
  else if (type === 'tool_use') {
    const callId = wordOf(block['id']) ?? `${frame.base}#${stringOf(block['name']) ?? ''}`;
    addCall(frame, { callId, name: stringOf(block['name']) ?? 'unknown', input: block['input'] });
  } else if (type === 'tool_result') {
    const name = stringOf(block['name']);
    const callId = wordOf(block['tool_use_id']) ?? `${frame.base}#${name ?? ''}`;
    const { text, parts } = chatContent(block['content'], frame.out);
    addResult(frame, { callId, name, output: text, status: block['is_error'] === true ? 'error' : 'ok', parts });
  } else addNote(frame, stringOf(type) ?? 'block', { block });
}
