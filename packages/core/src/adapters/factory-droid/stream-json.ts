/**
 * `droid exec -o stream-json`: the log's messages in pieces, each with the id of its message, so that events get the
 * ids that the log gives them. Images in results are lost here: the stream prints `[object Object]`.
 */
import { wired } from '../../reading/wire/wired.ts';
import type { Head, LogDialect, NativeRecord, Output } from '../contract.ts';
import { addEvent, type Draft, type Frame } from './frame.ts';
import { addCallOrWords } from './message.ts';
import { type Json, objectOf, restOf, stringOf, timeOf, wordOf } from './native.ts';
import { withoutReminders } from './reminders.ts';
import { beginReading, type ReadingState } from './state.ts';
import { addResult } from './tool-result.ts';
import { callTool } from './tools.ts';
import { usageOf } from './usage.ts';

export const streamJson: LogDialect<ReadingState> = wired({
  id: 'stream-json',
  kind: 'log',
  live: true,
  detect: ({ records }: Head) => (records.some(isOwn) ? 0.95 : 0),
  begin: beginReading,
  read,
});

function isOwn(record: Json): boolean {
  const { type, uuid } = record;
  if (uuid !== undefined || sessionOf(record) === undefined) return false;
  if (type === 'system') return record['subtype'] === 'init' && typeof record['reasoning_effort'] === 'string';
  if (type === 'tool_call') return typeof record['toolId'] === 'string' && typeof record['messageId'] === 'string';
  return type === 'message' && typeof record['text'] === 'string' && typeof record['id'] === 'string';
}

/** Earlier versions wrote `sessionId`. */
const sessionOf = (record: Json) => wordOf(record['session_id']) ?? wordOf(record['sessionId']);

const READERS: Record<string, (frame: Frame) => void> = {
  system: readSystem,
  message: readMessage,
  reasoning: readReasoning,
  tool_call: readCall,
  tool_result: readResult,
  completion: readCompletion,
  error: readError,
};

function read(state: ReadingState, record: NativeRecord, out: Output): void {
  const value: Json = record.value;
  const type = typeof value['type'] === 'string' ? value['type'] : '';
  const reader = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  if (!reader) return;
  const session = sessionOf(value);
  if (session !== undefined && state.session === undefined) {
    state.session = session;
    out.session({ nativeId: session });
  }
  const message = wordOf(value['messageId']) ?? (WORDS.has(type) ? wordOf(value['id']) : undefined);
  if (message !== state.message) state.pieces = 0;
  state.message = message;
  const time = timeOf(value['timestamp']);
  const frame: Frame = { state, value, record, out, type, id: message, base: message ?? record.ref, time, count: 0 };
  frame.count = state.pieces;
  reader(frame);
  state.pieces = frame.count;
}

const WORDS: ReadonlySet<string> = new Set(['message', 'reasoning']);
const ENVELOPE: ReadonlySet<string> = new Set(['type', 'subtype', 'session_id', 'sessionId', 'timestamp']);
const PIECE: ReadonlySet<string> = new Set([...ENVELOPE, 'id', 'messageId', 'role', 'text']);

function readSystem(frame: Frame): void {
  const { state, value, out } = frame;
  const rest = restOf(value, ENVELOPE) ?? {};
  if (value['subtype'] !== 'init') {
    const label = stringOf(value['subtype']) ?? 'system';
    addEvent(frame, { type: 'status', status: { label }, extra: rest });
    return;
  }
  state.model = wordOf(value['model']);
  state.effort = wordOf(value['reasoning_effort']);
  out.session({ environment: { cwd: stringOf(value['cwd']) } });
  addEvent(frame, byModel(state, { type: 'session', phase: 'started', session: rest }));
}

function byModel({ model, effort }: ReadingState, draft: Draft): Draft {
  if (model !== undefined) draft.model = model;
  if (effort !== undefined) draft.variant = effort;
  return draft;
}

function withRest(frame: Frame, known: ReadonlySet<string>, draft: Draft): Draft {
  const extra = restOf(frame.value, known);
  if (extra) draft.extra = extra;
  return draft;
}

function readMessage(frame: Frame): void {
  const { state, value } = frame;
  const text = stringOf(value['text']) ?? '';
  if (value['role'] !== 'user') {
    const draft: Draft = { type: 'assistant_message', role: 'assistant', text };
    addEvent(frame, byModel(state, withRest(frame, PIECE, draft)));
    return;
  }
  const { words, reminders } = withoutReminders(text);
  state.turn = frame.base;
  addEvent(frame, withRest(frame, PIECE, { type: 'user_message', role: 'user', text: words }));
  for (const reminder of reminders)
    addEvent(frame, { type: 'system', role: 'system', audience: 'model', text: reminder });
}

function readReasoning(frame: Frame): void {
  const text = stringOf(frame.value['text']) ?? '';
  const draft: Draft = { type: 'reasoning', role: 'assistant', text };
  addEvent(frame, byModel(frame.state, withRest(frame, PIECE, draft)));
}

const CALL: ReadonlySet<string> = new Set([...ENVELOPE, 'id', 'messageId', 'toolId', 'toolName', 'parameters']);

function readCall(frame: Frame): void {
  const { value, state } = frame;
  const name = stringOf(value['toolName']) ?? stringOf(value['toolId']) ?? 'unknown';
  const callId = wordOf(value['id']) ?? frame.record.ref;
  const tool = callTool(name, callId, value['parameters']);
  addCallOrWords(frame, byModel(state, withRest(frame, CALL, { type: 'tool_call', role: 'assistant', tool })));
}

const RESULT: ReadonlySet<string> = new Set([...ENVELOPE, 'id', 'messageId', 'toolId', 'isError', 'value', 'error']);

function readResult(frame: Frame): void {
  const { value } = frame;
  const failure = stringOf(objectOf(value['error'])['message']) ?? stringOf(value['error']);
  addResult(frame, {
    callId: wordOf(value['id']) ?? frame.record.ref,
    name: stringOf(value['toolId']),
    content: failure ?? value['value'],
    isError: value['isError'],
    extra: restOf(value, RESULT),
  });
}

const END: ReadonlySet<string> = new Set([...ENVELOPE, 'finalText', 'usage']);

/** The end of the run; its text repeats the last message. */
function readCompletion(frame: Frame): void {
  const { value, out, state, time } = frame;
  out.session({ state: 'ended', endedAt: time });
  const usage = usageOf(value['usage'], { scope: 'session' });
  const session = restOf(value, END) ?? {};
  addEvent(frame, byModel(state, { type: 'session', phase: 'ended', session, ...(usage ? { usage } : {}) }));
}

function readError(frame: Frame): void {
  const { value, out } = frame;
  const message = stringOf(value['message']) ?? 'unknown error';
  out.session({ state: 'failed' });
  const code = stringOf(value['source']);
  addEvent(frame, { type: 'error', error: { message, ...(code ? { code } : {}) } });
}
