/**
 * `qwen -o stream-json`: Claude Code's shape, without times. A response comes as several assistant lines (thoughts,
 * words, calls), only the last of which has numbers. Qwen's init says `permission_mode`, Claude Code's `permissionMode`.
 */

import { subagentSource } from '../../events/source-path.ts';
import { wired } from '../../reading/wire/wired.ts';
import type { Head, LogDialect, NativeRecord, Output } from '../contract.ts';
import { addEvent, type Frame } from './frame.ts';
import { isObject, type Json, listOf, objectOf, restOf, stringOf, wordOf } from './native.ts';
import { readAssistantLine } from './stream-assistant.ts';
import { readStreamEvent } from './stream-events.ts';
import { beginStream, type StreamState } from './stream-state.ts';
import { readUserLine } from './stream-user.ts';
import { streamUsageOf } from './usage.ts';

export type StreamFrame = Frame<StreamState> & { readonly agent: string };

export const streamJson: LogDialect<StreamState> = wired({
  id: 'stream-json',
  kind: 'log',
  live: true,
  ownIds: 'texts',
  detect: ({ records }: Head) => (records.some(isOwn) ? 0.95 : 0),
  begin: beginStream,
  read,
});

/** Its messages are named by the line's uuid, Claude Code's by the provider. */
function isOwn(record: Json): boolean {
  const { type, uuid, session_id } = record;
  if (typeof uuid !== 'string' || typeof session_id !== 'string') return false;
  if (type === 'system') return record['subtype'] === 'init' && typeof record['permission_mode'] === 'string';
  return type === 'assistant' && objectOf(record['message'])['id'] === uuid;
}

const READERS: Record<string, (frame: StreamFrame) => void> = {
  system: readSystem,
  user: readUserLine,
  assistant: readAssistantLine,
  stream_event: readStreamEvent,
  result: readResult,
};

function read(state: StreamState, record: NativeRecord, out: Output): void {
  const value: Json = record.value;
  const type = typeof value['type'] === 'string' ? value['type'] : '';
  const reader = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  if (!reader) return;
  const session = wordOf(value['session_id']);
  if (session !== undefined && state.session === undefined) {
    state.session = session;
    out.session({ nativeId: session });
  }
  const id = wordOf(value['uuid']);
  const agent = wordOf(value['parent_tool_use_id']) ?? '';
  const source = agent === '' ? undefined : subagentSource(agent);
  reader({ state, value, record, out, type, id, base: id ?? record.ref, source, agent, count: 0 });
}

const ENVELOPE: ReadonlySet<string> = new Set(['type', 'subtype', 'uuid', 'session_id', 'parent_tool_use_id']);

function readSystem(frame: StreamFrame): void {
  const { value, state, out } = frame;
  const subtype = wordOf(value['subtype']) ?? 'system';
  const rest = restOf(value, ENVELOPE) ?? {};
  if (subtype === 'init') {
    state.model = wordOf(value['model']);
    out.session({
      agentVersion: stringOf(value['qwen_code_version']),
      environment: { cwd: stringOf(value['cwd']) },
    });
    addEvent(frame, { type: 'session', phase: 'started', session: rest, model: state.model });
    return;
  }
  const data = objectOf(value['data']);
  if (subtype === 'task_started') mentionTask(frame, data);
  const detail = stringOf(data['status']) ?? stringOf(data['description']);
  addEvent(frame, { type: 'status', status: { label: subtype, ...(detail ? { detail } : {}) }, extra: rest });
}

/** In the stream, a subagent is known by the call that started it. */
function mentionTask({ out }: StreamFrame, data: Json): void {
  const callId = wordOf(data['tool_use_id']);
  if (!callId) return;
  const type = stringOf(data['subagent_type']);
  const title = stringOf(data['description']);
  out.session({ agents: { [callId]: { callId, ...(type ? { type } : {}), ...(title ? { title } : {}) } } });
}

/** The end of the run; its text repeats the last message, its numbers cover subagents too. */
function readResult(frame: StreamFrame): void {
  const { value, out, state } = frame;
  const failed = value['is_error'] === true;
  out.session({ state: failed ? 'failed' : 'ended' });
  const { result, usage: _usage, permission_denials, ...rest } = restOf(value, ENVELOPE) ?? {};
  const usage = streamUsageOf(value['usage']);
  const failure = stringOf(objectOf(value['error'])['message']) ?? stringOf(result) ?? 'the run failed';
  addEvent(frame, {
    type: 'session',
    phase: 'ended',
    model: state.model,
    session: { subtype: value['subtype'], ...rest },
    ...(usage ? { usage } : {}),
    ...(failed ? { error: { message: failure } } : {}),
  });
  for (const denial of listOf(permission_denials)) if (isObject(denial)) addDenial(frame, denial);
}

function addDenial(frame: StreamFrame, denial: Json): void {
  const callId = wordOf(denial['tool_use_id']);
  const action = stringOf(denial['tool_name']) ?? 'unknown';
  const permission = { id: callId ?? frame.base, action, status: 'reject', by: 'config', details: denial };
  addEvent(frame, { type: 'permission', permission: { ...permission, ...(callId ? { callId } : {}) } });
}
