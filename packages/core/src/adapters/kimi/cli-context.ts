/** Kimi CLI's `context.jsonl`: the messages that the model saw, without times. It is read where there is no wire. */
import { type Briefing, newBriefing, promptFields } from '../../reading/briefing.ts';
import { chatContent } from '../../reading/chat-content.ts';
import {
  addAnswer,
  addCall,
  addNote,
  addPrompt,
  addResult,
  addThought,
  argumentsOf,
  beginConversation,
  type Conversation,
  type ConversationState,
  conversationOf,
} from '../../reading/conversation.ts';
import { addEvent } from '../../reading/event-frame.ts';
import { isObject, type Json, listOf, objectOf, restOf, stringOf, wordOf } from '../../reading/native-values.ts';
import type { Head, LogDialect, NativeRecord, Output } from '../contract.ts';
import { exitCodeIn, TOOLS } from './native.ts';

interface ContextState extends ConversationState {
  briefing: Briefing;
}

type Frame = Conversation<ContextState>;

export const cliContext: LogDialect<ContextState> = {
  id: 'cli-context',
  kind: 'log',
  live: false,
  detect,
  begin: () => ({ ...beginConversation(), briefing: newBriefing() }),
  read,
};

const MARKS: ReadonlySet<unknown> = new Set(['_system_prompt', '_checkpoint', '_usage']);

function detect({ records }: Head): number {
  if (records.length === 0 || !records.every(({ role }) => typeof role === 'string')) return 0;
  return records.some(({ role }) => MARKS.has(role)) ? 0.95 : 0;
}

function read(state: ContextState, record: NativeRecord, out: Output): void {
  const value: Json = record.value;
  const role = stringOf(value['role']);
  if (role === undefined) return;
  const frame = conversationOf(TOOLS, state, record, out, { type: role });
  if (role === '_system_prompt') {
    addEvent(frame, promptFields(out, state.briefing, stringOf(value['content']) ?? ''));
  } else if (MARKS.has(role)) addNote(frame, role, restOf(value, new Set(['role'])));
  else if (role === 'user') readUser(frame, value);
  else if (role === 'assistant') readAssistant(frame, value);
  else if (role === 'tool') readTool(frame, value);
}

function readUser(frame: Frame, value: Json): void {
  const { text, parts } = chatContent(value['content'], frame.out);
  addPrompt(frame, text, {
    ...(parts.length > 0 ? { parts } : {}),
    extra: restOf(value, new Set(['role', 'content'])),
  });
}

function readAssistant(frame: Frame, value: Json): void {
  const extra = restOf(value, new Set(['role', 'content', 'tool_calls']));
  const blocks = typeof value['content'] === 'string' ? [{ text: value['content'] }] : listOf(value['content']);
  for (const block of blocks) {
    if (isObject(block) && block['type'] === 'think') addThought(frame, stringOf(block['think']) ?? '');
    else {
      const { text, parts } = chatContent([block], frame.out);
      addAnswer(frame, text, { ...(parts.length > 0 ? { parts } : {}), ...(frame.count === 0 ? { extra } : {}) });
    }
  }
  for (const call of listOf(value['tool_calls'])) {
    const asked = objectOf(objectOf(call)['function']);
    const callId = wordOf(objectOf(call)['id']) ?? `${frame.base}#${frame.count}`;
    addCall(frame, { callId, name: stringOf(asked['name']) ?? 'unknown', input: argumentsOf(asked['arguments']) });
  }
  if (frame.count === 0) addNote(frame, 'assistant', extra);
}

function readTool(frame: Frame, value: Json): void {
  const callId = wordOf(value['tool_call_id']) ?? frame.base;
  const { text, parts } = chatContent(value['content'], frame.out);
  const exitCode = exitCodeIn(text);
  const isFailed = (exitCode ?? 0) !== 0 || text.startsWith('<system>ERROR');
  addResult(frame, { callId, output: text, status: isFailed ? 'error' : 'ok', exitCode, parts });
}
