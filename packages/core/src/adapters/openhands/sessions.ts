/** First generation: actions and observations, as files of a session or as the `history` of a line that a benchmark wrote. */
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
  isObject,
  type Json,
  listOf,
  objectOf,
  restOf,
  stringOf,
  wholeOf,
  wordOf,
} from '../../reading/native-values.ts';
import { note, type Recent, recall } from '../../reading/recent.ts';
import { readTime } from '../../reading/time.ts';
import type { DocumentDialect, LogDialect, NativeRecord, Output } from '../contract.ts';
import { membersOf } from './locate.ts';
import { TOOLS, usageOf } from './native.ts';

interface State extends ConversationState {
  /** Calls by the number of their action; the last of them, for events without numbers. */
  actions: Recent<string>;
  last?: string;
  /** Responses whose numbers were given. */
  counted: Recent<true>;
}

const begin = (): State => ({ ...beginConversation(), actions: [], counted: [] });
const isEvent = (value: Readonly<Json>) =>
  (typeof value['action'] === 'string' || typeof value['observation'] === 'string') &&
  ['args', 'content', 'extras', 'thought', 'message', 'command'].some((key) => key in value);

export const events: DocumentDialect<State> = {
  id: 'events',
  kind: 'document',
  live: false,
  detect: ({ records, keys }) => {
    const isEventFile = ['timestamp', 'source'].every((key) => keys.includes(key));
    return records.length <= 1 && isEventFile && (keys.includes('action') || keys.includes('observation')) ? 0.9 : 0;
  },
  begin,
  *records(document) {
    yield { value: document, pointer: '' };
  },
  members: membersOf,
  read: (state, record, out) => {
    if (isObject(record.value) && isEvent(record.value)) readEvent(state, record.value, record, out, record.ref);
  },
};

export const output: LogDialect<State> = {
  id: 'output',
  kind: 'log',
  live: false,
  detect: ({ records: [first], keys }) => {
    const history = first ? listOf(first['history']).flat().filter(isObject) : [];
    if (history.length > 0) return history.some(isEvent) ? 0.95 : 0;
    return keys.includes('history') && (keys.includes('instance_id') || keys.includes('instruction')) ? 0.8 : 0;
  },
  begin,
  read: readLine,
};

const REPEATED: ReadonlySet<string> = new Set(['history']);

/** A line is a session by itself. */
function readLine(_state: State, record: NativeRecord, out: Output): void {
  const value: Json = record.value;
  if (!Array.isArray(value['history'])) return;
  const nativeId = wordOf(value['instance_id']) ?? record.ref;
  const own = out.in(nativeId);
  own.session({ nativeId });
  const state = begin();
  const frame = conversationOf(TOOLS, state, record, own, { type: 'output' });
  addEvent(frame, { type: 'session', phase: 'started', session: restOf(value, REPEATED) ?? {} });
  const model = wordOf(objectOf(objectOf(value['metadata'])['llm_config'])['model']);
  value['history'].flat().forEach((event: unknown, i: number) => {
    if (isObject(event)) readEvent(state, event, record, own, `${record.ref}/history/${i}`, model);
  });
}

function readEvent(state: State, value: Json, record: NativeRecord, out: Output, ref: string, model?: string): void {
  const type = stringOf(value['action']) ?? stringOf(value['observation']) ?? 'event';
  const frame = conversationOf(TOOLS, state, record, out, { type, base: ref, time: readTime(value['timestamp']) });
  if (typeof value['action'] === 'string') readAction(frame, value, type, model);
  else readObservation(frame, value, type);
}

const ACTION: ReadonlySet<string> = new Set([
  'id',
  'timestamp',
  'action',
  'args',
  'tool_call_metadata',
  'source',
  'message',
]);
const NO_CALL: ReadonlySet<string> = new Set(['message', 'system', 'recall', 'change_agent_state', 'null']);

function readAction(frame: Conversation<State>, value: Json, type: string, model: string | undefined): void {
  const { state } = frame;
  const isFlat = !isObject(value['args']);
  const args = isFlat ? value : objectOf(value['args']);
  const metadata = objectOf(value['tool_call_metadata']);
  const response = objectOf(metadata['model_response']);
  const served = wordOf(response['model']) ?? model;
  const beside = { ...(served ? { model: served } : {}), ...usageField(frame, response) };
  const extra = isFlat ? undefined : restOf(value, ACTION);
  const content = stringOf(args['content']) ?? '';
  // Flat events name nobody: the first words are the user's.
  const isUser = value['source'] === 'user' || (value['source'] === undefined && state.turn === undefined);
  if (type === 'message' && isUser) addPrompt(frame, content, { extra });
  else if (type === 'message') addAnswer(frame, content, { ...beside, extra });
  else if (type === 'system') addInjected(frame, content, { extra: { ...extra, tools: args['tools'] } });
  else if (type === 'finish' || type === 'think') {
    const words = [args['final_thought'], args['thought'], value['message']].flatMap((said) => stringOf(said) ?? [])[0];
    const rest = restOf(args, new Set(['thought', 'final_thought']));
    addAnswer(frame, words ?? '', { ...beside, extra: { ...extra, ...rest } });
  } else if (NO_CALL.has(type)) addNote(frame, type, { ...extra, args });
  else {
    const thought = stringOf(args['thought']);
    if (thought) addAnswer(frame, thought, beside);
    const callId = wordOf(metadata['tool_call_id']) ?? `${frame.base}#call`;
    const input = restOf(args, new Set(['thought', 'action'])) ?? {};
    const name = stringOf(metadata['function_name']) ?? type;
    addCall(frame, { callId, name, input }, { ...(thought ? {} : beside), extra });
    state.last = callId;
    const number = wholeOf(value['id']);
    if (number !== undefined) note(state.actions, String(number), callId, 200);
  }
}

/** Numbers of a response, once; those beside it (`llm_metrics`) add up over the session. */
function usageField(frame: Conversation<State>, response: Json): object {
  const id = wordOf(response['id']);
  if (id === undefined || recall(frame.state.counted, id)) return {};
  note(frame.state.counted, id, true, 200);
  const usage = usageOf(response['usage'], id);
  return usage ? { usage } : {};
}

const OBSERVATION: ReadonlySet<string> = new Set([
  'id',
  'timestamp',
  'source',
  'observation',
  'content',
  'extras',
  'cause',
  'tool_call_metadata',
]);

function readObservation(frame: Conversation<State>, value: Json, type: string): void {
  const { state } = frame;
  const extras = objectOf(value['extras']);
  const codes = [objectOf(extras['metadata'])['exit_code'], extras['exit_code'], value['exit_code']];
  const exitCode = codes.map(wholeOf).find((code) => code !== undefined);
  const cause = wholeOf(value['cause']);
  const callId = cause === undefined ? state.last : recall(state.actions, String(cause));
  const text = stringOf(value['content']) ?? '';
  const extra = { ...restOf(value, OBSERVATION), ...(Object.keys(extras).length > 0 ? { extras } : {}) };
  if (type === 'error' && callId === undefined) {
    addEvent(frame, { type: 'error', error: { message: text, details: extra } });
  } else if (callId === undefined || NO_CALL.has(type)) addNote(frame, type, { ...extra, content: text });
  else {
    const isFailed = type === 'error' || ((exitCode ?? 0) !== 0 && exitCode !== -1);
    const kept = Object.keys(extra).length > 0 ? { extra } : {};
    addResult(frame, { callId, output: text, status: isFailed ? 'error' : 'ok', exitCode, ...kept });
    state.last = undefined;
  }
}
