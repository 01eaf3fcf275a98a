/** A chat session. As a log of changes it is the same document, once these are applied. */
import { beginConversation, type ConversationState, conversationOf } from '../../reading/conversation.ts';
import { addEvent } from '../../reading/event-frame.ts';
import { isObject, type Json, listOf, objectOf, stringOf, wordOf } from '../../reading/native-values.ts';
import { readTime } from '../../reading/time.ts';
import type { DocumentDialect, DocumentPart, Head, NativeRecord, Output } from '../contract.ts';
import { applyChanges, TOOLS } from './native.ts';
import { readRequest } from './request.ts';

export const session: DocumentDialect<ConversationState> = {
  id: 'session',
  kind: 'document',
  live: false,
  detect: ({ records: lines, keys }: Head) =>
    lines.length <= 1 && keys.includes('requests') && OWN.some((key) => keys.includes(key)) ? 0.95 : 0,
  begin: beginConversation,
  records,
  read,
};

export const changes: DocumentDialect<ConversationState> = {
  ...session,
  id: 'changes',
  detect: ({ records: lines }: Head) => {
    const [first] = lines;
    return first?.['kind'] === 0 && isObject(first['v']) && Array.isArray(first['v']['requests']) ? 0.95 : 0;
  },
  parse: applyChanges,
};

const OWN = ['responderUsername', 'initialLocation', 'creationDate'];

function* records(document: unknown): Iterable<DocumentPart> {
  const { requests, ...header } = objectOf(document);
  yield { value: { header }, pointer: '' };
  const all = listOf(requests);
  for (let i = 0; i < all.length; i++) yield { value: all[i], pointer: `/requests/${i}` };
}

function read(state: ConversationState, record: NativeRecord, out: Output): void {
  const value: Json = record.value;
  if (isObject(value['header'])) readHeader(state, value['header'], record, out);
  else if (typeof value['requestId'] === 'string' || isObject(value['message'])) readRequest(state, value, record, out);
}

/** What an export leaves out: id and version. */
function readHeader(state: ConversationState, value: Json, record: NativeRecord, out: Output): void {
  const nativeId = wordOf(value['sessionId']);
  const title = stringOf(value['customTitle']);
  const time = readTime(value['creationDate']);
  out.session({ nativeId, startedAt: time, ...(title ? { title: { text: title, rank: 2 } } : {}) });
  const frame = conversationOf(TOOLS, state, record, out, { type: 'session', id: nativeId, time });
  addEvent(frame, { type: 'session', phase: 'started', session: value });
}
