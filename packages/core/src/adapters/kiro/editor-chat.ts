/** `<hash>.chat` of the editor in 2025: one run of the agent as bare words, with the prompts that the program itself puts in. */
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
import {
  isObject,
  type Json,
  listOf,
  objectOf,
  restOf,
  stringOf,
  textOf,
  wordOf,
} from '../../reading/native-values.ts';
import { readTime } from '../../reading/time.ts';
import type { DocumentDialect, Head, NativeRecord, Output } from '../contract.ts';

interface State extends ConversationState {
  run?: string;
  model?: string;
}

export const editorChat: DocumentDialect<State> = {
  id: 'editor-chat',
  kind: 'document',
  live: false,
  detect: ({ keys }: Head) => (['executionId', 'chat', 'metadata'].every((key) => keys.includes(key)) ? 0.95 : 0),
  begin: beginConversation,
  *records(document) {
    const { chat, ...header } = objectOf(document);
    yield { value: { header }, pointer: '' };
    const messages = listOf(chat);
    for (let i = 0; i < messages.length; i++) yield { value: { message: messages[i] }, pointer: `/chat/${i}` };
  },
  read,
};

function read(state: State, record: NativeRecord, out: Output): void {
  const { header, message } = record.value;
  if (isObject(header)) readHeader(state, header, record, out);
  else if (isObject(message)) readMessage(state, message, record, out);
}

function readHeader(state: State, header: Json, record: NativeRecord, out: Output): void {
  const metadata = objectOf(header['metadata']);
  const [startedAt, endedAt] = [readTime(metadata['startTime']), readTime(metadata['endTime'])];
  state.run = wordOf(header['executionId']);
  state.model = wordOf(metadata['modelId']);
  out.session({ nativeId: state.run, ...(startedAt ? { startedAt } : {}), ...(endedAt ? { endedAt } : {}) });
  const frame = conversationOf({}, state, record, out, { type: 'execution', id: state.run, time: startedAt });
  addEvent(frame, {
    type: 'session',
    phase: 'started',
    session: header,
    ...(state.model ? { model: state.model } : {}),
  });
}

/** How prompts of the program begin, as other readers tell. */
const OWN_PROMPT = /^(# System Prompt|# Identity|<identity>|## Included Rules|You are operating in a workspace)/;
const MESSAGE: ReadonlySet<string> = new Set(['role', 'content']);

function readMessage(state: State, message: Json, record: NativeRecord, out: Output): void {
  const role = stringOf(message['role']) ?? 'message';
  const text = textOf(message['content']) ?? '';
  const frame = conversationOf({}, state, record, out, {
    type: role,
    base: `${state.run ?? ''}${record.native(role).pointer ?? ''}`,
  });
  const extra = restOf(message, MESSAGE);
  const beside = extra ? { extra } : {};
  if (role === 'human' && OWN_PROMPT.test(text.trimStart())) addInjected(frame, text, beside);
  else if (role === 'human')
    addPrompt(frame, text.replace(/^\s*<kiro-ide-message>\s*|\s*<\/kiro-ide-message>\s*$/g, ''), beside);
  else if (role === 'bot') addAnswer(frame, text, { ...beside, ...(state.model ? { model: state.model } : {}) });
  // A result stands there without the call that it belongs to.
  else addNote(frame, role, { ...extra, content: text });
}
