/** `.traj`: the messages with the model (`history`), and each step with its state (`trajectory`). Nothing in it has a time. */
import { readChatMessage } from '../../reading/chat-messages.ts';
import {
  addAnswer,
  addCall,
  addInjected,
  addNote,
  addPrompt,
  addResult,
  beginConversation,
  type Conversation,
  type ConversationState,
  conversationOf,
} from '../../reading/conversation.ts';
import { addEvent } from '../../reading/event-frame.ts';
import {
  countOf,
  isObject,
  type Json,
  listOf,
  objectOf,
  restOf,
  stringOf,
  wordOf,
} from '../../reading/native-values.ts';
import type { Usage } from '../../transcript.ts';
import type { DocumentDialect, DocumentPart, Head, NativeRecord, Output, ToolTable } from '../contract.ts';

interface State extends ConversationState {
  /** The action that waits for what comes of it. */
  action?: string;
  hasPrompt?: boolean;
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

/** The list of steps comes first and may be longer than what is looked at: then the shape of a step tells. */
function detect({ records: lines, keys, text }: Head): number {
  if (lines.length > 1) return 0;
  // A demonstration is the messages alone.
  if (keys[0] === 'history' && /"message_type"\s*:/.test(text) && /"agent"\s*:/.test(text)) return 0.9;
  if (!keys.includes('trajectory')) return 0;
  if (keys.includes('history') || keys.includes('info')) return 0.95;
  return /"action"\s*:/.test(text) && /"observation"\s*:/.test(text) ? 0.9 : 0;
}

const TOOLS: ToolTable = { bash: 'shell', str_replace_editor: 'edit', submit: 'other' };

function* records(document: unknown): Iterable<DocumentPart> {
  const { history, trajectory: steps, ...header } = objectOf(document);
  yield { value: { header }, pointer: '' };
  const messages = listOf(history);
  for (let i = 0; i < messages.length; i++) yield { value: messages[i], pointer: `/history/${i}` };
  const all = listOf(steps);
  for (let i = 0; i < all.length; i++) yield { value: { step: all[i] }, pointer: `/trajectory/${i}` };
}

function read(state: State, record: NativeRecord, out: Output): void {
  const value: Json = record.value;
  if (isObject(value['header'])) readHeader(state, value['header'], record, out);
  else if (isObject(value['step'])) readStep(state, value['step'], record, out);
  else if (typeof value['role'] === 'string') readMessage(state, value, record, out);
}

const STATES: Readonly<Record<string, string>> = { submitted: 'ended', exit_cost: 'interrupted', exit_error: 'failed' };

function readHeader(state: State, header: Json, record: NativeRecord, out: Output): void {
  const info = objectOf(header['info']);
  const exit = stringOf(info['exit_status']) ?? '';
  const frame = conversationOf(TOOLS, state, record, out, { type: 'trajectory' });
  out.session({ ...(Object.hasOwn(STATES, exit) ? { state: STATES[exit] } : {}) });
  const usage = totalOf(info['model_stats']);
  addEvent(frame, { type: 'session', phase: 'started', session: header });
  if (usage) addNote(frame, 'totals', undefined, { usage });
}

function totalOf(native: unknown): Usage | undefined {
  if (!isObject(native)) return undefined;
  const [input, output] = [countOf(native['tokens_sent']), countOf(native['tokens_received'])];
  if (input + output === 0) return undefined;
  return { input, output, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, reasoning: 0, scope: 'session', native };
}

const MESSAGE: ReadonlySet<string> = new Set(['role', 'content', 'thought', 'action', 'tool_calls', 'tool_call_ids']);

function readMessage(state: State, value: Json, record: NativeRecord, out: Output): void {
  const role = stringOf(value['role']) ?? '';
  const frame = conversationOf(TOOLS, state, record, out, { type: role });
  const extra = restOf(value, MESSAGE);
  const text = stringOf(value['content']) ?? '';
  if (role === 'assistant') readAction(frame, value, extra);
  else if (role === 'tool') {
    const callId = wordOf(listOf(value['tool_call_ids'])[0]);
    readChatMessage(frame, { ...value, ...(callId ? { tool_call_id: callId } : {}) });
  } else if (role === 'user' && value['is_demo'] === true) addInjected(frame, text, { extra });
  else if (role === 'user' && state.action !== undefined) {
    addResult(frame, { callId: state.action, output: text, status: 'ok', extra });
    state.action = undefined;
  } else if (role === 'user') addPrompt(frame, text, { extra });
  else if (!readChatMessage(frame, value)) addNote(frame, role, { ...extra, content: value['content'] });
}

/** The model's words hold its thought and its action; where it calls tools, these say what it did. */
function readAction(frame: Conversation<State>, value: Json, extra: Json | undefined): void {
  const calls = listOf(value['tool_calls']);
  if (calls.length > 0) {
    readChatMessage(frame, { role: 'assistant', content: value['content'], tool_calls: calls }, { extra });
    return;
  }
  const [thought, action] = [stringOf(value['thought']), stringOf(value['action'])];
  addAnswer(frame, thought ?? stringOf(value['content']) ?? '', { extra });
  if (action === undefined) return;
  frame.state.action = `${frame.base}#action`;
  addCall(frame, { callId: frame.state.action, name: 'bash', input: { command: action } });
}

/** A step repeats the messages; what it adds is the state, and how long it took. */
function readStep(state: State, step: Json, record: NativeRecord, out: Output): void {
  const frame = conversationOf(TOOLS, state, record, out, { type: 'step' });
  const repeated = new Set(['action', 'observation', 'response', 'thought', 'messages', 'query']);
  addNote(frame, 'step', restOf(step, repeated));
}
