/** Rows of the Go version's database. Parts have no ids; they are named after their message. */
import type { EventDraft, NativeRecord, Output } from '../../adapters/contract.ts';
import { forget, type Recent, recall, remember } from '../../reading/recent.ts';
import { readTime } from '../../reading/time.ts';
import type { Part, Tool, ToolStatus } from '../../transcript.ts';
import { isObject, type Json, objectOf, parsed, restOf, stringOf } from './native.ts';
import type { ToolKinds } from './tools.ts';

export interface GoRecord {
  kind: 'session' | 'message' | 'file' | 'log';
  row: Json;
}

export interface GoState {
  turn?: string;
  /** Events of calls that have no result yet. */
  calls: Recent<string>;
}

interface GoContext {
  readonly state: GoState;
  readonly out: Output;
  readonly tools: ToolKinds;
}

const MAX_CALLS = 200;

export function readGoRecord(context: GoContext, record: NativeRecord): void {
  const { out } = context;
  const { kind, row } = record.value as GoRecord;
  if (kind === 'session') readSession(row, record, out);
  else if (kind === 'message') readMessage(context, row, record);
  else if (kind === 'file') readFile(row, record, out);
  else if (kind === 'log') readLog(row, record, out);
}

function readSession(row: Json, record: NativeRecord, out: Output): void {
  const id = String(row['id']);
  const title = stringOf(row['title']);
  const parent = stringOf(row['parent_session_id']);
  const startedAt = readTime(row['created_at']);
  out.session({
    nativeId: id,
    startedAt,
    ...(title ? { title: { text: title, rank: 1 } } : {}),
    ...(parent ? { parent, lineage: { kind: 'child', of: parent } } : {}),
  });
  out.add({
    id,
    type: 'session',
    phase: 'started',
    timestamp: startedAt,
    session: row,
    native: record.native('session', id),
  });
}

const messageFields = new Set(['id', 'session_id', 'role', 'parts', 'model', 'provider', 'created_at', 'updated_at']);

function readMessage(context: GoContext, row: Json, record: NativeRecord): void {
  const { state, out } = context;
  const id = String(row['id']);
  const parts = parsed(row['parts']);
  if (!Array.isArray(parts)) return;
  const isUser = row['role'] === 'user';
  const timestamp = readTime(row['created_at']);
  if (isUser) state.turn = id;
  const served = { model: stringOf(row['model']), provider: stringOf(row['provider']) };
  out.add({
    id,
    type: isUser ? 'turn' : 'meta',
    ...(isUser ? { phase: 'started' } : {}),
    turn: state.turn,
    timestamp,
    completedAt: readTime(row['finished_at']),
    ...served,
    native: record.native('message', id),
    extra: restOf(row, messageFields),
  });
  const base = { turn: state.turn, timestamp, native: record.native('message', id), ...served };
  parts.forEach((part: unknown, index) => {
    const partId = `${id}.${index + 1}`;
    if (isObject(part)) readPart(context, { ...base, id: partId }, part, isUser ? 'user' : 'assistant');
    else out.add({ ...base, id: partId, type: 'meta', extra: { part } });
  });
}

type Base = Pick<EventDraft, 'id' | 'turn' | 'timestamp' | 'native' | 'model' | 'provider'>;

function readPart(context: GoContext, base: Base, part: Json, role: 'user' | 'assistant'): void {
  const { out } = context;
  const data = objectOf(part['data']);
  const message = role === 'user' ? 'user_message' : 'assistant_message';
  switch (part['type']) {
    case 'text':
      out.add({ ...base, type: message, role, text: textOf(data['text']), extra: restOf(data, textFields) });
      break;
    case 'reasoning': {
      const extra = restOf(data, reasoningFields);
      out.add({ ...base, type: 'reasoning', role: 'assistant', text: textOf(data['thinking']), extra });
      break;
    }
    case 'tool_call':
      readCall(context, base, data);
      break;
    case 'tool_result':
      readResult(context, base, data);
      break;
    case 'finish':
      readFinish(base, data, out);
      break;
    case 'binary':
    case 'image_url':
      out.add({ ...base, type: message, role, parts: [image(data, out)], extra: restOf(data, imageFields) });
      break;
    default:
      out.add({ ...base, type: 'meta', extra: { part } });
  }
}

const textFields = new Set(['text']);
const reasoningFields = new Set(['thinking']);
const imageFields = new Set(['MIMEType', 'Data', 'Path', 'url', 'URL']);
const callFields = new Set(['id', 'name', 'input']);
const resultFields = new Set(['tool_call_id', 'name', 'content', 'metadata', 'is_error']);

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

function readCall({ state, out, tools }: GoContext, base: Base, data: Json): void {
  const name = stringOf(data['name']) ?? 'unknown';
  const callId = stringOf(data['id']) ?? base.id;
  const input = typeof data['input'] === 'string' ? (parsed(data['input']) ?? data['input']) : data['input'];
  const tool: Tool = { name, callId, ...tools(name), input, status: 'running' };
  const event = out.add({ ...base, type: 'tool_call', role: 'assistant', tool, extra: restOf(data, callFields) });
  remember(state.calls, callId, event, MAX_CALLS);
  // The agent tool's session is named after the call.
  if (name === 'agent') out.session({ agents: { [callId]: { callId, nativeId: callId } } });
}

function readResult({ state, out, tools }: GoContext, base: Base, data: Json): void {
  const name = stringOf(data['name']) ?? 'unknown';
  const callId = stringOf(data['tool_call_id']) ?? base.id;
  const output = textOf(data['content']);
  const metadata = parsed(data['metadata']) ?? stringOf(data['metadata']);
  const exit = /Exit code (\d+)\s*$/.exec(output.slice(-64))?.[1];
  const status = statusOf(data['is_error'] === true, output, exit);
  const facts = tools(name);
  const call = recall(state.calls, callId);
  forget(state.calls, callId);
  if (call) out.patch(call, { tool: { status } });
  else out.problem('unpaired-result', `no call ${callId}`);
  const diff = stringOf(objectOf(metadata)['diff']);
  out.add({
    ...base,
    model: undefined,
    provider: undefined,
    type: 'tool_result',
    role: 'tool',
    parentId: call,
    tool: {
      name,
      callId,
      ...facts,
      output,
      status,
      result: metadata,
      ...(exit ? { exitCode: Number(exit) } : {}),
      ...(facts.kind === 'shell' ? { stdout: output } : {}),
    },
    extra: restOf(data, resultFields),
    ...(diff ? { parts: [{ type: 'file_ref', action: 'patch', diff }] } : {}),
  });
}

function statusOf(isError: boolean, output: string, exit: string | undefined): ToolStatus {
  if (isError) return /^permission denied/i.test(output) ? 'denied' : 'error';
  return exit && exit !== '0' ? 'error' : 'ok';
}

function readFinish(base: Base, data: Json, out: Output): void {
  const reason = stringOf(data['reason']);
  const timestamp = readTime(data['time']) ?? base.timestamp;
  if (reason !== 'error') {
    out.add({ ...base, timestamp, type: 'meta', extra: { finish: data } });
    return;
  }
  const message = stringOf(data['message']) ?? 'the response failed';
  out.add({ ...base, timestamp, type: 'error', error: { message, details: data } });
}

function image(data: Json, out: Output): Part {
  const mime = stringOf(data['MIMEType']) ?? 'application/octet-stream';
  const bytes = stringOf(data['Data']);
  const path = stringOf(data['Path']);
  const url = stringOf(data['url']) ?? stringOf(data['URL']);
  return {
    type: mime.startsWith('image/') || url ? 'image' : 'file_ref',
    mime,
    ...(path ? { path } : {}),
    ...(bytes ? { hash: out.attach(mime, bytes) } : {}),
    ...(url ? { url } : {}),
  };
}

/** A version of a file as it was before or after a change. */
function readFile(row: Json, record: NativeRecord, out: Output): void {
  const path = stringOf(row['path']);
  out.add({
    id: String(row['id']),
    type: 'meta',
    timestamp: readTime(row['created_at']),
    parts: [{ type: 'file_ref', ...(path ? { path } : {}), action: 'write' }],
    native: record.native('file', String(row['id'])),
    extra: row,
  });
}

function readLog(row: Json, record: NativeRecord, out: Output): void {
  const level = stringOf(row['level']) ?? 'log';
  const detail = stringOf(row['message']);
  out.add({
    id: String(row['id']),
    type: 'status',
    timestamp: readTime(row['timestamp']) ?? readTime(row['created_at']),
    status: { label: level, ...(detail ? { detail } : {}) },
    native: record.native('log', String(row['id'])),
    extra: row,
  });
}
