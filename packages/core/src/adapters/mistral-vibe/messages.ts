/** Vibe's log: messages of OpenAI's shape, one a line, with ids; `meta.json` beside it knows the rest. There are no times. */

import { readChatMessage } from '../../reading/chat-messages.ts';
import { addInjected, beginConversation, type ConversationState, conversationOf } from '../../reading/conversation.ts';
import { type Json, objectOf, textOf, wordOf } from '../../reading/native-values.ts';
import type { Head, LogDialect, NativeRecord, Output, ToolTable } from '../contract.ts';

const TOOLS: ToolTable = {
  bash: 'shell',
  read_file: 'read',
  search_replace: 'edit',
  write_file: 'write',
  grep: 'search',
  web_search: 'web',
  web_fetch: 'web',
  task: 'task',
  todo: 'todo',
};

export const messages: LogDialect<ConversationState> = {
  id: 'messages',
  kind: 'log',
  live: false,
  detect,
  begin: beginConversation,
  read,
};

const ROLES: ReadonlySet<unknown> = new Set(['system', 'user', 'assistant', 'tool']);

function detect({ records }: Head): number {
  const isMessage = ({ role, message_id, timestamp, type }: Json) =>
    ROLES.has(role) && typeof message_id === 'string' && timestamp === undefined && type === undefined;
  return records.length > 0 && records.every(isMessage) ? 0.8 : 0;
}

function read(state: ConversationState, record: NativeRecord, out: Output): void {
  const { message_id, ...message } = objectOf(record.value);
  const frame = conversationOf(TOOLS, state, record, out, { type: String(message['role']), id: wordOf(message_id) });
  if (message['injected'] === true && message['role'] === 'user') addInjected(frame, textOf(message['content']) ?? '');
  else readChatMessage(frame, message);
}
