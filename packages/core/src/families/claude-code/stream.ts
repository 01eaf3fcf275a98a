/**
 * The live stream (`--output-format stream-json`), with or without partial messages. Its assistant and user lines
 * are those of the log under other names, so the log's readers read them and the ids are the same.
 */

import type { NativeRecord, Output } from '../../adapters/contract.ts';
import { subagentSource } from '../../events/source-path.ts';
import { readAssistant } from './assistant.ts';
import { readControl } from './control.ts';
import { readLifecycle } from './lifecycle.ts';
import { type Line, lineOf } from './line.ts';
import { type Raw, word } from './native.ts';
import { readStreamEvent } from './stream-events.ts';
import { agentOfCall, noteTask, type StreamState } from './stream-state.ts';
import { readResult, readStreamSystem, readTicker } from './stream-status.ts';
import { mention } from './subagents.ts';
import { followTurn } from './turns.ts';
import { readUser } from './user.ts';

type Reader = (line: Line, state: StreamState) => void;

const READERS: Readonly<Record<string, Reader>> = {
  assistant: readAssistant,
  user: readUser,
  system: readStreamSystem,
  stream_event: readStreamEvent,
  result: readResult,
  control_request: readControl,
  control_response: readControl,
  control_cancel_request: readControl,
  rate_limit_event: readTicker,
  tool_progress: readTicker,
  tool_use_summary: readTicker,
  auth_status: readTicker,
  keep_alive: readTicker,
  prompt_suggestion: readTicker,
  command_lifecycle: readLifecycle,
};

/** What the agent says belongs to a turn, though no prompt was seen that began one. */
const SPOKEN: ReadonlySet<string> = new Set(['assistant', 'stream_event', 'user', 'result']);

/** Reads one message of the stream, which may stand in an envelope. */
export function readMessage(state: StreamState, record: NativeRecord, value: Raw | undefined, out: Output): void {
  const type = word(value?.['type']);
  const reader = type !== undefined && Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  if (!value || type === undefined || !reader) return;
  const sink = sinkOf(state, value, out);
  const source = sourceOf(state, value, sink);
  if (type === 'user') followTurn(state, value, source, record.ref);
  if (SPOKEN.has(type)) enterTurn(state);
  const inner = type === 'system' ? word(value['subtype']) : undefined;
  reader(lineOf(state, record, value, sink, inner === undefined ? type : `${type}/${inner}`, source), state);
}

function enterTurn(state: StreamState): void {
  state.turn ??= state.init;
  state.over = false;
}

/** A stream is one session's, but several may have been written to one file. */
export function sinkOf(state: StreamState, value: Raw, out: Output): Output {
  const session = word(value['session_id'])?.slice(0, 200);
  if (session === undefined || session === state.session) return out;
  if (state.session !== undefined) return out.in(session);
  state.session = session;
  out.session({ nativeId: session });
  return out;
}

function sourceOf(state: StreamState, value: Raw, out: Output): string | undefined {
  const callId = word(value['parent_tool_use_id']);
  if (callId === undefined) return undefined;
  const named = word(value['agent_id']);
  if (named !== undefined) noteTask(state, callId, named);
  const id = named ?? agentOfCall(state, callId);
  const type = word(value['subagent_type']);
  const title = word(value['task_description']);
  mention({ state, out }, { id, callId, ...(type ? { type } : {}), ...(title ? { title } : {}) });
  return subagentSource(id);
}
