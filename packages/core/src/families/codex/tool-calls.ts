/**
 * Calls and their results. A call ends once but is told of up to three times: by the item a client sees (exit code,
 * diffs), by the output the model sees, and by the event of older versions. Whichever comes first adds the result,
 * the others join it. Calls are known by `call_id` in every stream, so that is the id of their events.
 */

import type { EventDraft } from '../../adapters/contract.ts';
import type { Event, Part } from '../../transcript.ts';
import { partsOfPatch, patchIn } from './file-changes.ts';
import { type Fields, fields, idOf, parseJson, text } from './native.ts';
import { noteRefusal } from './permissions.ts';
import {
  addModelEvent,
  type CallNote,
  callOf,
  draft,
  findCall,
  modelEvent,
  noteCall,
  type Reading,
  timeOf,
} from './thread-state.ts';
import { readOutput, type ToolOutput } from './tool-outputs.ts';
import { type ToolName, toolNamed } from './tools.ts';

export interface Call extends ToolName {
  callId: string;
  input?: unknown;
  native: string;
  nativeId?: string;
  /** Event of the call within which this one was made. */
  parentId?: string;
  parts?: Part[];
  startedAt?: string;
  extra?: Fields;
}

export function openCall(r: Reading, call: Call): CallNote {
  const event = modelEvent(r, call.callId, 'tool_call', call.native, call.nativeId);
  const tool: NonNullable<Event['tool']> = { name: call.name, callId: call.callId, kind: call.kind, status: 'running' };
  if (call.input !== undefined) tool.input = call.input;
  if (call.server !== undefined) tool.server = call.server;
  event.tool = tool;
  const mayPatch = !call.parts && (call.kind === 'shell' || call.kind === 'edit');
  const patch = mayPatch ? patchIn(call.input) : undefined;
  if (patch !== undefined) tool.kind = 'edit';
  const parts = patch === undefined ? call.parts : partsOfPatch(patch);
  if (parts && parts.length > 0) event.parts = parts;
  if (call.parentId !== undefined) event.parentId = call.parentId;
  if (call.startedAt !== undefined) event.startedAt = call.startedAt;
  if (call.extra !== undefined) event.extra = call.extra;
  // Only what the model itself asked for belongs to its response; nested calls are made by a script.
  const id = call.parentId === undefined ? addModelEvent(r, event) : r.out.add(event);
  const { name, server } = call;
  const note: CallNote = {
    callId: call.callId,
    event: id,
    name: name.slice(0, 40),
    kind: tool.kind as never,
    open: true,
  };
  if (server !== undefined) note.server = server.slice(0, 40);
  const goesOn = earlierSession(name, call.input);
  if (goesOn !== undefined) note.goesOn = goesOn;
  noteCall(r.state, note);
  return note;
}

/** `write_stdin` and `wait` go on with what an earlier call began. */
function earlierSession(name: string, input: unknown): string | undefined {
  if (name !== 'write_stdin' && name !== 'wait') return undefined;
  const session = fields(input)?.['session_id'] ?? fields(input)?.['cell_id'];
  return typeof session === 'string' || typeof session === 'number' ? String(session).slice(0, 40) : undefined;
}

/** A call that the model asked for: `function_call`, `custom_tool_call`, `local_shell_call` and their kin. */
export function readCall(r: Reading, payload: Fields, call: { name: string; input: unknown; native: string }): boolean {
  const callId = idOf(payload['call_id']) ?? idOf(payload['id']);
  if (!callId) return false;
  // An event may have told of the call just before; to look further for what is new is the slowest thing here.
  const known = callOf(r.state, callId, 8);
  const named = toolNamed(call.name, text(payload['namespace']));
  const nativeId = idOf(payload['id']);
  if (known && !known.output) {
    known.name = named.name.slice(0, 40);
    const namespace = named.server ? undefined : payload['namespace'];
    return r.out.patch(known.event, {
      ...(namespace ? { extra: { namespace } } : {}),
      tool: { name: named.name, input: call.input },
      native: r.record.native(call.native, nativeId),
    });
  }
  const { name, kind, server } = named;
  const extra = payload['namespace'] && !server ? { namespace: payload['namespace'] } : undefined;
  // Written out: an object literal with a spread in it is many times slower.
  openCall(r, { name, kind, server, callId, input: call.input, native: call.native, nativeId, extra });
  return true;
}

/** Arguments come as JSON in a string. */
export function inputOf(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? undefined;
  const first = value.charCodeAt(0);
  return first === 123 || first === 91 ? (parseJson(value) ?? value) : value;
}

/** `*_call_output`: what the model was given back. */
export function readCallOutput(r: Reading, payload: Fields, native: string): boolean {
  const callId = idOf(payload['call_id']);
  if (!callId) return false;
  const read = readOutput(payload['output'] ?? payload['tools'], r.out);
  const note = callOf(r.state, callId);
  if (note?.goesOn !== undefined) {
    settleSession(r, note.goesOn, read);
    if (read.status === 'running') read.status = 'ok';
  } else if (note && read.session !== undefined) note.session ??= read.session.slice(0, 40);
  finishCall(r, note ?? callId, read, { native, nativeId: idOf(payload['id']), copy: 'output' });
  if (note && read.status === 'denied') noteRefusal(r, note, read.output ?? '', native);
  return true;
}

export interface Outcome extends Omit<ToolOutput, 'status' | 'session'> {
  status: string;
  rawStatus?: unknown;
  stdout?: string;
  stderr?: string;
  startedAt?: string;
  completedAt?: string;
  extra?: Fields;
}

interface Origin {
  native: string;
  nativeId?: string;
  copy: 'item' | 'output';
}

export function finishCall(r: Reading, call: CallNote | string, outcome: Outcome, origin: Origin): void {
  if (typeof call === 'string') {
    finishUnknown(r, call, outcome, origin);
    return;
  }
  const first = call.result === undefined;
  const again = call[origin.copy] === true;
  const second = !first && !again;
  if (second) joinResult(r, call, outcome, origin);
  else addResult(r, call, outcome, origin);
  // The item knows the exit code; an output that comes after it, or a second one, says nothing of how the call ended.
  if (first || (second && (origin.copy === 'item' || call.open))) settleCall(r, call, outcome);
  call[origin.copy] = true;
}

function settleCall(r: Reading, call: CallNote, outcome: Outcome): void {
  const { status, exitCode, durationMs, rawStatus } = outcome;
  call.open = status === 'running';
  const time = call.open ? undefined : (outcome.completedAt ?? timeOf(r));
  r.out.patch(call.event, {
    tool: { status, exitCode, durationMs, rawStatus },
    startedAt: outcome.startedAt,
    completedAt: time,
  });
}

function addResult(r: Reading, call: CallNote, outcome: Outcome, origin: Origin): void {
  call.results = (call.results ?? 0) + 1;
  const event = resultEvent(r, `${call.callId}.${call.results}`, call, outcome, origin);
  event.parentId = call.event;
  const id = r.out.add(event);
  call.result ??= id;
}

function joinResult(r: Reading, call: CallNote, outcome: Outcome, origin: Origin): void {
  const { status: outcomeStatus, output, exitCode, stdout, stderr, durationMs, result, rawStatus } = outcome;
  const known = origin.copy === 'output' && !call.open;
  const tool = known
    ? { output, result, exitCode }
    : { status: outcomeStatus, output, exitCode, stdout, stderr, durationMs, result, rawStatus };
  r.out.patch(call.result as string, {
    tool,
    parts: outcome.parts,
    startedAt: outcome.startedAt,
    completedAt: outcome.completedAt,
    extra: outcome.extra,
    native: r.record.native(origin.native, origin.nativeId),
  });
}

function resultEvent(
  r: Reading,
  id: string,
  call: ToolName & { callId: string },
  outcome: Outcome,
  origin: Origin,
): EventDraft {
  const event = draft(r, id, 'tool_result', origin.native, origin.nativeId);
  event.role = 'tool';
  event.tool = {
    name: call.name,
    callId: call.callId,
    kind: call.kind,
    status: outcome.status,
    server: call.server,
    output: outcome.output,
    stdout: outcome.stdout,
    stderr: outcome.stderr,
    exitCode: outcome.exitCode,
    durationMs: outcome.durationMs,
    result: outcome.result,
    rawStatus: outcome.rawStatus,
  };
  if (outcome.parts && outcome.parts.length > 0) event.parts = outcome.parts;
  if (outcome.startedAt !== undefined) event.startedAt = outcome.startedAt;
  if (outcome.completedAt !== undefined) event.completedAt = outcome.completedAt;
  if (outcome.extra !== undefined) event.extra = outcome.extra;
  return event;
}

/** A result whose call is too long ago to be remembered, or was never written. */
function finishUnknown(r: Reading, callId: string, outcome: Outcome, origin: Origin): void {
  const { status, exitCode, durationMs } = outcome;
  const event = resultEvent(r, `${callId}.1`, { name: 'unknown', kind: 'other', callId }, outcome, origin);
  if (r.out.patch(callId, { tool: { status, exitCode, durationMs } })) event.parentId = callId;
  else r.out.problem('unpaired-result', `no call ${callId} before this result`);
  r.out.add(event);
}

/** A call that goes on with an earlier one's terminal or script tells how that one ended. */
function settleSession(r: Reading, session: string, read: ToolOutput): void {
  if (read.status === 'running') return;
  const started = findCall(r.state, (note) => note.session === session);
  if (started?.open && !started.item) settleCall(r, started, read);
}

/** The script within which nested calls run: they name it by position alone. */
export function runningScript(r: Reading): CallNote | undefined {
  return findCall(r.state, (note) => note.open === true && note.name === 'exec');
}

/** The turn was cut off: what has not answered will not. */
export function interruptCalls(r: Reading): void {
  for (const note of r.state.calls) {
    if (!note.open || note.result !== undefined) continue;
    note.open = false;
    r.out.patch(note.event, { tool: { status: 'interrupted' }, completedAt: timeOf(r) });
  }
}
