/** `gemini -o stream-json`: init, message deltas, tool_use, tool_result, result. No thoughts and no subagents. */
import { forget, type Recent, recall, remember } from '../../reading/recent.ts';
import type { Usage } from '../../transcript.ts';
import type { Head, LogDialect, NativeRecord, Output } from '../contract.ts';
import { countOf, isObject, type Json, objectOf, restOf, stringOf, timeOf } from './native.ts';
import { exitCodeOf, toolFacts, toolStatus } from './tools.ts';

interface StreamState {
  /** The answer that deltas are appended to. */
  answer?: string;
  model?: string;
  /** Names of calls that have no result yet. */
  calls: Recent<string>;
}

export const streamJson: LogDialect<StreamState> = {
  id: 'stream-json',
  kind: 'log',
  live: true,
  detect: detectStream,
  begin: () => ({ calls: [] }),
  read,
};

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
  out.add({ ...base('session', value, record), id, phase: 'started', model: state.model, session: value });
}

const messageFields = new Set(['type', 'timestamp', 'role', 'content', 'delta']);

function readMessage(state: StreamState, value: Json, record: NativeRecord, out: Output): void {
  const text = typeof value['content'] === 'string' ? value['content'] : '';
  const extra = restOf(value, messageFields);
  if (value['role'] === 'user') {
    state.answer = undefined;
    out.add({ ...base('user_message', value, record), role: 'user', text, extra });
    return;
  }
  const isDelta = value['delta'] === true;
  const time = timeOf(value['timestamp']);
  if (isDelta && state.answer && out.append(state.answer, text, { time })) return;
  const answer = base('assistant_message', value, record);
  const id = out.add({ ...answer, role: 'assistant', model: state.model, text: isDelta ? '' : text, extra });
  if (isDelta) out.append(id, text, { time });
  state.answer = isDelta ? id : undefined;
}

const useFields = new Set(['type', 'timestamp', 'tool_name', 'tool_id', 'parameters']);

function readToolUse(state: StreamState, value: Json, record: NativeRecord, out: Output): void {
  state.answer = undefined;
  const name = stringOf(value['tool_name']) ?? 'unknown';
  const callId = stringOf(value['tool_id']) ?? record.ref;
  if (callId.length + name.length <= MAX_ID) remember(state.calls, callId, name, MAX_CALLS);
  const tool = { name, callId, ...toolFacts(name), input: value['parameters'], status: 'running' };
  const event = base('tool_call', value, record);
  out.add({ ...event, id: callId, role: 'assistant', model: state.model, tool, extra: restOf(value, useFields) });
}

const resultFields = new Set(['type', 'timestamp', 'tool_id', 'status', 'output', 'error']);

function readToolResult(state: StreamState, value: Json, record: NativeRecord, out: Output): void {
  const callId = stringOf(value['tool_id']) ?? record.ref;
  const name = recall(state.calls, callId) ?? 'unknown';
  forget(state.calls, callId);
  const facts = toolFacts(name);
  const output = stringOf(objectOf(value['error'])['message']) ?? stringOf(value['output']);
  const exitCode = facts.kind === 'shell' ? exitCodeOf(output) : undefined;
  const status = toolStatus(value['status'], output, exitCode);
  const completedAt = timeOf(value['timestamp']);
  if (!out.patch(callId, { completedAt, tool: { status } })) out.problem('unpaired-result', `no call ${callId}`);
  const shown = value['output'];
  const tool = {
    name,
    callId,
    ...facts,
    output,
    status,
    rawStatus: value['status'],
    exitCode,
    ...(isObject(value['error']) ? { result: value['error'] } : {}),
    ...(facts.kind === 'shell' && typeof shown === 'string' ? { stdout: shown } : {}),
  };
  const extra = restOf(value, resultFields);
  out.add({ ...base('tool_result', value, record), id: `${callId}.1`, role: 'tool', parentId: callId, tool, extra });
}

function readError(_state: StreamState, value: Json, record: NativeRecord, out: Output): void {
  const message = stringOf(value['message']) ?? stringOf(objectOf(value['error'])['message']) ?? 'unknown error';
  out.add({ ...base('error', value, record), error: { message, code: stringOf(value['severity']), details: value } });
}

function readResult(state: StreamState, value: Json, record: NativeRecord, out: Output): void {
  state.answer = undefined;
  const failed = value['status'] === 'error';
  out.session({ state: failed ? 'failed' : 'ended', endedAt: timeOf(value['timestamp']) });
  const error = objectOf(value['error']);
  out.add({
    ...base('session', value, record),
    phase: 'ended',
    model: state.model,
    usage: totalOf(objectOf(value['stats'])),
    session: value,
    ...(failed ? { error: { message: stringOf(error['message']) ?? 'failed', code: stringOf(error['type']) } } : {}),
  });
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

function base(type: string, value: Json, record: NativeRecord) {
  const native = record.native(stringOf(value['type']) ?? type);
  return { id: record.ref, type, timestamp: timeOf(value['timestamp']), native };
}
