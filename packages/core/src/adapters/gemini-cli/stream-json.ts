/** `gemini -o stream-json`: init, message deltas, tool_use, tool_result, result. No thoughts and no subagents. */

import { forget, type Recent, recall, remember } from '../../reading/recent.ts';
import { wired } from '../../reading/wire/wired.ts';
import type { Tool, Usage } from '../../transcript.ts';
import type { EventDraft, Head, LogDialect, NativeRecord, Output } from '../contract.ts';
import { countOf, isObject, type Json, objectOf, restOf, stringOf, timeOf } from './native.ts';
import { exitCodeOf, toolFacts, toolStatus } from './tools.ts';

interface StreamState {
  /** The answer that deltas are appended to. */
  answer?: string;
  model?: string;
  /** Names of calls that have no result yet. */
  calls: Recent<string>;
}

export const streamJson: LogDialect<StreamState> = wired({
  id: 'stream-json',
  kind: 'log',
  live: true,
  ownIds: 'texts',
  detect: detectStream,
  begin: () => ({ calls: [] }),
  read,
});

function detectStream({ records }: Head): number {
  const [first] = records;
  const isInit = first?.['type'] === 'init' && typeof first['session_id'] === 'string';
  if (isInit && typeof first['timestamp'] === 'string' && first['cwd'] === undefined) return 0.9;
  const isUse = (record: Json) => record['type'] === 'tool_use' && typeof record['tool_id'] === 'string';
  return records.some((record) => isUse(record) && isObject(record['parameters'])) ? 0.8 : 0;
}

const MAX_CALLS = 100;
const MAX_ID = 400;

function read(state: StreamState, record: NativeRecord, out: Output): void {
  const { value } = record;
  const reader = readers.get(value['type']);
  reader?.(state, value, record, out);
}

type Reader = (state: StreamState, value: Json, record: NativeRecord, out: Output) => void;

const readers = new Map<unknown, Reader>(
  Object.entries({
    init: readInit,
    message: readMessage,
    tool_use: readToolUse,
    tool_result: readToolResult,
    error: readError,
    result: readResult,
  }),
);

function readInit(state: StreamState, value: Json, record: NativeRecord, out: Output): void {
  const id = stringOf(value['session_id']) ?? record.ref;
  state.model = stringOf(value['model']);
  out.session({ nativeId: id });
  const event = base('session', value, record, id);
  event.phase = 'started';
  event.model = state.model;
  event.session = value;
  out.add(event);
}

const messageFields = new Set(['type', 'timestamp', 'role', 'content', 'delta']);

function readMessage(state: StreamState, value: Json, record: NativeRecord, out: Output): void {
  const text = typeof value['content'] === 'string' ? value['content'] : '';
  const extra = restOf(value, messageFields);
  if (value['role'] === 'user') {
    state.answer = undefined;
    const event = base('user_message', value, record);
    event.role = 'user';
    event.text = text;
    event.extra = extra;
    out.add(event);
    return;
  }
  const isDelta = value['delta'] === true;
  const time = timeOf(value['timestamp']);
  if (isDelta && state.answer && out.append(state.answer, text, { time })) return;
  const answer = base('assistant_message', value, record);
  answer.role = 'assistant';
  answer.model = state.model;
  answer.text = isDelta ? '' : text;
  answer.extra = extra;
  const id = out.add(answer);
  if (isDelta) out.append(id, text, { time });
  state.answer = isDelta ? id : undefined;
}

const useFields = new Set(['type', 'timestamp', 'tool_name', 'tool_id', 'parameters']);

function readToolUse(state: StreamState, value: Json, record: NativeRecord, out: Output): void {
  state.answer = undefined;
  const name = stringOf(value['tool_name']) ?? 'unknown';
  const callId = stringOf(value['tool_id']) ?? record.ref;
  if (callId.length + name.length <= MAX_ID) remember(state.calls, callId, name, MAX_CALLS);
  const { kind, server } = toolFacts(name);
  const event = base('tool_call', value, record, callId);
  event.role = 'assistant';
  event.model = state.model;
  event.tool = { name, callId, kind, server, input: value['parameters'], status: 'running' };
  event.extra = restOf(value, useFields);
  out.add(event);
}

const resultFields = new Set(['type', 'timestamp', 'tool_id', 'status', 'output', 'error']);

function readToolResult(state: StreamState, value: Json, record: NativeRecord, out: Output): void {
  const callId = stringOf(value['tool_id']) ?? record.ref;
  const name = recall(state.calls, callId) ?? 'unknown';
  forget(state.calls, callId);
  const { kind, server } = toolFacts(name);
  const output = stringOf(objectOf(value['error'])['message']) ?? stringOf(value['output']);
  const exitCode = kind === 'shell' ? exitCodeOf(output) : undefined;
  const status = toolStatus(value['status'], output, exitCode);
  const completedAt = timeOf(value['timestamp']);
  if (!out.patch(callId, { completedAt, tool: { status } })) out.problem('unpaired-result', `no call ${callId}`);
  const event = base('tool_result', value, record, `${callId}.1`);
  event.role = 'tool';
  event.parentId = callId;
  const tool: Tool = { name, callId, kind, server, output, status, rawStatus: value['status'], exitCode };
  if (isObject(value['error'])) tool.result = value['error'];
  if (kind === 'shell' && typeof value['output'] === 'string') tool.stdout = value['output'];
  event.tool = tool;
  event.extra = restOf(value, resultFields);
  out.add(event);
}

function readError(_state: StreamState, value: Json, record: NativeRecord, out: Output): void {
  const message = stringOf(value['message']) ?? stringOf(objectOf(value['error'])['message']) ?? 'unknown error';
  const event = base('error', value, record);
  event.error = { message, code: stringOf(value['severity']), details: value };
  out.add(event);
}

function readResult(state: StreamState, value: Json, record: NativeRecord, out: Output): void {
  state.answer = undefined;
  const failed = value['status'] === 'error';
  out.session({ state: failed ? 'failed' : 'ended', endedAt: timeOf(value['timestamp']) });
  const error = objectOf(value['error']);
  const event = base('session', value, record);
  event.phase = 'ended';
  event.model = state.model;
  event.usage = totalOf(objectOf(value['stats']));
  event.session = value;
  if (failed) event.error = { message: stringOf(error['message']) ?? 'failed', code: stringOf(error['type']) };
  out.add(event);
}

/** Totals of the whole run, subagents included. */
function totalOf(stats: Json): Usage | undefined {
  const total = countOf(stats['total_tokens']);
  if (total === 0) return undefined;
  const prompt = countOf(stats['input_tokens']);
  const output = countOf(stats['output_tokens']);
  const cached = countOf(stats['cached']);
  return {
    input: Math.max(0, prompt - cached),
    output,
    cacheRead: cached,
    cacheWrite5m: 0,
    cacheWrite1h: 0,
    reasoning: Math.max(0, total - prompt - output),
    scope: 'session',
    native: stats,
  };
}

function base(type: string, value: Json, record: NativeRecord, id: string = record.ref): EventDraft {
  const native = record.native(stringOf(value['type']) ?? type);
  return { id, type, timestamp: timeOf(value['timestamp']), native };
}
