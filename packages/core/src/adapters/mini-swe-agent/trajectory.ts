/** One document: `{ info, messages, trajectory_format }`, or the messages alone. Commands are code blocks in the model's words. */
import { readChatMessage } from '../../reading/chat-messages.ts';
import {
  addAnswer,
  addCall,
  addPrompt,
  addResult,
  beginConversation,
  type Conversation,
  type ConversationState,
  conversationOf,
} from '../../reading/conversation.ts';
import { addEvent } from '../../reading/event-frame.ts';
import { isObject, type Json, listOf, objectOf, restOf, stringOf } from '../../reading/native-values.ts';
import type { DocumentDialect, DocumentPart, Head, NativeRecord, Output, ToolTable } from '../contract.ts';

interface State extends ConversationState {
  command?: string;
}

export const trajectory: DocumentDialect<State> = {
  id: 'trajectory',
  kind: 'document',
  live: false,
  detect,
  begin: beginConversation,
  records,
  read,
};

const TOOLS: ToolTable = { bash: 'shell' };
const BARE = /^\s*\[\s*\{\s*"(?:role|content)"/;

function detect({ keys, text, records: lines }: Head): number {
  if (lines.length > 1) return 0;
  if (keys.includes('trajectory_format') && keys.includes('messages')) return 0.97;
  return BARE.test(text.slice(0, 100)) && /<returncode>-?\d+<\/returncode>/.test(text) ? 0.92 : 0;
}

function* records(document: unknown): Iterable<DocumentPart> {
  const { messages, ...header } = Array.isArray(document) ? { messages: document } : objectOf(document);
  const at = Array.isArray(document) ? '' : '/messages';
  if (Object.keys(header).length > 0) yield { value: { header }, pointer: '' };
  const all = listOf(messages);
  for (let i = 0; i < all.length; i++) yield { value: all[i], pointer: `${at}/${i}` };
}

function read(state: State, record: NativeRecord, out: Output): void {
  const value: Json = record.value;
  if (isObject(value['header'])) {
    const frame = conversationOf(TOOLS, state, record, out, { type: 'trajectory' });
    addEvent(frame, { type: 'session', phase: 'started', session: value['header'] });
  } else if (typeof value['role'] === 'string') {
    readMessage(conversationOf(TOOLS, state, record, out, { type: value['role'] }), value);
  }
}

const KNOWN: ReadonlySet<string> = new Set(['role', 'content']);
const COMMAND = /```(?:bash|mswea_bash_command)\s*\n([\s\S]*?)\n```/;

function readMessage(frame: Conversation<State>, value: Json): void {
  const { state } = frame;
  const text = stringOf(value['content']) ?? '';
  const extra = restOf(value, KNOWN);
  if (value['role'] === 'assistant' && listOf(value['tool_calls']).length === 0) {
    addAnswer(frame, text, { extra });
    const command = COMMAND.exec(text)?.[1];
    state.command = command === undefined ? undefined : `${frame.base}#command`;
    if (state.command) addCall(frame, { callId: state.command, name: 'bash', input: { command } });
  } else if (value['role'] === 'user' && state.command !== undefined && /<returncode>/.test(text)) {
    readOutcome(frame, state.command, text, extra);
    state.command = undefined;
  } else if (value['role'] === 'user') addPrompt(frame, text, { extra });
  else readChatMessage(frame, value, { outcome });
}

const RETURNED = /<returncode>(-?\d{1,10})<\/returncode>/;

function outcome(output: string): { status: string; exitCode?: number } {
  const code = RETURNED.exec(output.slice(0, 200))?.[1];
  return { status: (Number(code ?? 0) || 0) === 0 ? 'ok' : 'error', ...(code ? { exitCode: Number(code) } : {}) };
}

function readOutcome(frame: Conversation<State>, callId: string, text: string, extra: Json | undefined): void {
  const output = /<output>\n?([\s\S]*?)\n?<\/output>/.exec(text)?.[1] ?? text;
  addResult(frame, { callId, output, ...outcome(text), extra });
}
