/**
 * `workspace-sessions/<folder>/<session>.json` of the editor: items of Continue's shape, each with the run of the agent that it belongs to.
 * What the model said in a run may stand in a log of its own, which is not read.
 */
import { chatContent } from '../../reading/chat-content.ts';
import {
  addAnswer,
  addInjected,
  addNote,
  addPrompt,
  beginConversation,
  type ConversationState,
  conversationOf,
} from '../../reading/conversation.ts';
import { addEvent } from '../../reading/event-frame.ts';
import { isObject, type Json, listOf, objectOf, restOf, stringOf, wordOf } from '../../reading/native-values.ts';
import type { DocumentDialect, Head, NativeRecord, Output } from '../contract.ts';

interface State extends ConversationState {
  session?: string;
}

export const editorSession: DocumentDialect<State> = {
  id: 'editor-session',
  kind: 'document',
  live: false,
  detect,
  begin: beginConversation,
  *records(document) {
    const { history, ...header } = objectOf(document);
    yield { value: { header }, pointer: '' };
    const items = listOf(history);
    for (let i = 0; i < items.length; i++) yield { value: { item: items[i] }, pointer: `/history/${i}` };
  },
  read,
};

function detect({ keys, text, records }: Head): number {
  const isShape = records.length <= 1 && ['sessionId', 'history'].every((key) => keys.includes(key));
  return isShape && text.includes('"executionId"') ? 0.95 : 0;
}

function read(state: State, record: NativeRecord, out: Output): void {
  const { header, item } = record.value;
  if (isObject(header)) readHeader(state, header, record, out);
  else if (isObject(item)) readItem(state, item, record, out);
}

function readHeader(state: State, header: Json, record: NativeRecord, out: Output): void {
  const [title, cwd] = [stringOf(header['title']), stringOf(header['workspaceDirectory'])];
  state.session = wordOf(header['sessionId']);
  out.session({
    nativeId: state.session,
    ...(title ? { title: { text: title, rank: 1 } } : {}),
    ...(cwd ? { environment: { cwd } } : {}),
  });
  const frame = conversationOf({}, state, record, out, { type: 'session', id: state.session });
  addEvent(frame, { type: 'session', phase: 'started', session: header });
}

const ITEM: ReadonlySet<string> = new Set(['message']);
const MESSAGE: ReadonlySet<string> = new Set(['role', 'content', 'id']);

function readItem(state: State, item: Json, record: NativeRecord, out: Output): void {
  const message = objectOf(item['message']);
  const role = stringOf(message['role']) ?? 'message';
  const base = `${state.session ?? ''}${record.native(role).pointer ?? ''}`;
  const frame = conversationOf({}, state, record, out, { type: role, id: wordOf(message['id']), base });
  const { text, parts } = chatContent(message['content'], out);
  const extra = { ...restOf(item, ITEM), ...restOf(message, MESSAGE) };
  const beside = { ...(Object.keys(extra).length > 0 ? { extra } : {}), ...(parts.length > 0 ? { parts } : {}) };
  if (role === 'user') addPrompt(frame, text, beside);
  else if (role === 'assistant') addAnswer(frame, text, beside);
  else if (role === 'system') addInjected(frame, text, beside);
  else addNote(frame, role, { ...extra, content: text });
}
