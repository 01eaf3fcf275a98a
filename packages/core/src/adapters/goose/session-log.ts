/** A session's file, before the database: a line about the session, then one message a line. */
import {
  addNote,
  beginConversation,
  type Conversation,
  type ConversationState,
  conversationOf,
} from '../../reading/conversation.ts';
import { addEvent } from '../../reading/event-frame.ts';
import { isObject, type Json, objectOf, restOf, stringOf, wordOf } from '../../reading/native-values.ts';
import { readTime } from '../../reading/time.ts';
import type { Head, LogDialect, NativeRecord, Output } from '../contract.ts';
import { readMessage } from './message.ts';
import { usageOf } from './native.ts';

export const sessionLog: LogDialect<ConversationState> = {
  id: 'session-log',
  kind: 'log',
  live: false,
  detect,
  begin: beginConversation,
  read,
};

const isMessage = ({ role, created, content }: Readonly<Json>) =>
  (role === 'user' || role === 'assistant') && typeof created === 'number' && Array.isArray(content);

function detect({ records }: Head): number {
  const [first, ...others] = records;
  if (!first) return 0;
  if (isMessage(first)) return others.every(isMessage) ? 0.9 : 0;
  return others.length > 0 && first['role'] === undefined && others.every(isMessage) ? 0.95 : 0;
}

function read(state: ConversationState, record: NativeRecord, out: Output): void {
  const value: Json = record.value;
  const time = readTime(value['created']);
  const id = wordOf(value['id']);
  const frame = conversationOf({}, state, record, out, { type: stringOf(value['role']) ?? 'header', id, time });
  if (isMessage(value)) {
    const isHidden = objectOf(value['metadata'])['userVisible'] === false;
    const extra = restOf(value, new Set(['id', 'role', 'content', 'created']));
    readMessage(frame, { role: value['role'], content: value['content'], isHidden, served: {}, extra });
  } else if (value['role'] === undefined) readHeader(frame, value);
}

function readHeader(frame: Conversation, value: Json): void {
  const title = stringOf(value['description']);
  const cwd = stringOf(value['working_dir']);
  const usage = isObject(value) ? usageOf(value, { scope: 'session' }, 'accumulated_') : undefined;
  frame.out.session({
    ...(title ? { title: { text: title, rank: 1 } } : {}),
    ...(cwd ? { environment: { cwd } } : {}),
  });
  addEvent(frame, { type: 'session', phase: 'started', session: value });
  if (usage) addNote(frame, 'totals', undefined, { usage });
}
