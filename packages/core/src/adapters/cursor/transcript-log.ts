/**
 * Transcripts that the agent writes for itself, one message a line: words, thoughts and calls, but neither ids nor times, and in
 * most versions no results. They count where no store has the session.
 */
import { beginConversation, type ConversationState, conversationOf } from '../../reading/conversation.ts';
import { addEvent } from '../../reading/event-frame.ts';
import { isObject, type Json, objectOf, restOf, stringOf, wordOf } from '../../reading/native-values.ts';
import type { Head, LogDialect, NativeRecord, Output } from '../contract.ts';
import { readMessage } from './message.ts';

export const transcriptLog: LogDialect<ConversationState> = {
  id: 'transcript',
  kind: 'log',
  live: false,
  detect,
  begin: beginConversation,
  read,
};

/** Others have ids, types or times beside the role. */
function detect({ records, wire }: Head): number {
  const messages = records.filter(isMessage);
  const isOurs = !wire && messages.length > 0 && records.every((record) => isMessage(record) || isTurnEnd(record));
  return isOurs ? 0.7 : 0;
}

const FOREIGN = ['type', 'uuid', 'id', 'timestamp', 'created', 'sessionId'];

function isMessage(record: Json): boolean {
  const { role, message } = record;
  if (role !== 'user' && role !== 'assistant') return false;
  return isObject(message) && 'content' in message && !('role' in message) && !FOREIGN.some((field) => field in record);
}

const isTurnEnd = (record: Json): boolean => record['type'] === 'turn_ended';

const LINE: ReadonlySet<string> = new Set(['role', 'message', 'model']);
const MESSAGE: ReadonlySet<string> = new Set(['content']);

function read(state: ConversationState, record: NativeRecord, out: Output): void {
  const line = objectOf(record.value);
  if (isTurnEnd(line)) {
    const frame = conversationOf({}, state, record, out, { type: 'turn_ended' });
    addEvent(frame, { type: 'turn', phase: 'ended', extra: restOf(line, new Set(['type'])) ?? {} });
  } else if (isObject(line['message'])) readLine(state, line, line['message'], record, out);
}

function readLine(state: ConversationState, line: Json, message: Json, record: NativeRecord, out: Output): void {
  const model = wordOf(line['model']);
  const extra = { ...restOf(line, LINE), ...restOf(message, MESSAGE) };
  const type = stringOf(line['role']) ?? 'message';
  readMessage(conversationOf({}, state, record, out, { type }), {
    role: type,
    content: message['content'],
    beside: { ...(model ? { model } : {}), ...(Object.keys(extra).length > 0 ? { extra } : {}) },
  });
}
