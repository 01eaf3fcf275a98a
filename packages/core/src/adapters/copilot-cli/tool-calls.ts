/**
 * Tool calls and their results. The model's message names a call first, `tool.execution_start` says that it runs
 * and `tool.execution_complete` how it ended; live streams give its arguments and output in between. A call's event
 * has the call's own id and its result `<call>.1`, so that the log and the stream agree.
 */
import { forget, recall, remember } from '../../reading/recent.ts';
import { readTime } from '../../reading/time.ts';
import type { ToolKind } from '../../transcript.ts';
import type { EventDraft, EventPatch } from '../contract.ts';
import { draft, type Entry, from } from './entry.ts';
import { filled, object, type Raw, rest, text } from './native.ts';
import { askInCall, settleQuestion } from './requests.ts';
import { type CallState, LIMITS, MAX_PATH } from './state.ts';
import { resultOf } from './tool-result.ts';
import { toolOf } from './tools.ts';

const REQUEST_SHOWN = new Set(['toolCallId', 'name', 'arguments', 'mcpServerName']);
const START_SHOWN = new Set([
  'toolCallId',
  'toolName',
  'arguments',
  'mcpServerName',
  'turnId',
  'model',
  'parentToolCallId',
]);

/** A call that the model's message asks for. */
/** Gives back the event of the call. */
export function readRequest(entry: Entry, request: Raw, fields: Partial<EventDraft>): string {
  const callId = request['toolCallId'] as string;
  const input = inputOf(request['arguments']);
  const extra = rest(request, REQUEST_SHOWN);
  const more = extra ? { ...fields, extra: fields.extra ? { ...fields.extra, ...extra } : extra } : fields;
  return describe(entry, callId, filled(request['name']) ?? 'unknown', input, request, more).event;
}

export function readStart(entry: Entry): void {
  const { data, time } = entry;
  const callId = filled(data['toolCallId']);
  if (!callId) return;
  const extra = rest(data, START_SHOWN);
  const fields: Partial<EventDraft> = {};
  if (time) fields.startedAt = time;
  if (extra) fields.extra = extra;
  const call = describe(entry, callId, filled(data['toolName']) ?? 'unknown', inputOf(data['arguments']), data, fields);
  if (time) call.started = time;
}

/** Adds the call, or tells the one that is there what is known now. */
function describe(
  entry: Entry,
  callId: string,
  name: string,
  input: unknown,
  native: Raw,
  fields: Partial<EventDraft>,
): CallState {
  const known = recall(entry.state.calls, callId);
  if (!known) return beginCall(entry, callId, name, input, native, fields);
  const tool = toolOf(name, callId, input, native);
  known.kind = tool.kind as ToolKind;
  if (tool.server) known.server = tool.server;
  known.path ??= pathOf(input);
  if (input !== undefined) tool.input = input;
  entry.out.patch(known.event, { ...fields, tool, ...from(entry) } as EventPatch);
  if (!known.question) askInCall(entry, callId, known, input);
  return known;
}

export function beginCall(
  entry: Entry,
  callId: string,
  name: string,
  input: unknown,
  native: Raw,
  fields: Partial<EventDraft> = {},
): CallState {
  const tool = toolOf(name, callId, input, native);
  const event = Object.assign(draft(entry, 'tool_call', callId), fields);
  event.role = 'assistant';
  event.tool = tool;
  if (input !== undefined) tool.input = input;
  tool.status = 'running';
  const call: CallState = { event: entry.out.add(event), name, kind: tool.kind as ToolKind, agent: entry.agentId };
  if (tool.server) call.server = tool.server;
  const path = pathOf(input);
  if (path) call.path = path;
  remember(entry.state.calls, callId, call, LIMITS.calls);
  askInCall(entry, callId, call, input);
  return call;
}

/** `tool.shell_output`: what a command printed since. */
export function readShellOutput(entry: Entry): void {
  const result = runningResult(entry);
  const field = entry.data['stream'] === 'stderr' ? 'tool.stderr' : 'tool.stdout';
  if (result) entry.out.append(result, text(entry.data['text']) ?? '', { field, time: entry.time });
}

/** `tool.execution_partial_result`: the output so far. It comes whole each time. */
export function readPartialResult(entry: Entry): void {
  const result = runningResult(entry);
  const output = text(entry.data['partialOutput']) ?? '';
  if (result) entry.out.patch(result, { tool: { output }, ...from(entry) });
}

/** `tool.execution_progress`: a word for the user while the tool runs. */
export function readProgress(entry: Entry): void {
  const call = recall(entry.state.calls, filled(entry.data['toolCallId']) ?? '');
  const event = draft(entry, 'status');
  event.audience = 'user';
  event.status = { label: 'progress', detail: text(entry.data['progressMessage']) ?? '' };
  if (call) event.parentId = call.event;
  entry.out.add(event);
}

function runningResult(entry: Entry): string | undefined {
  const callId = filled(entry.data['toolCallId']);
  const call = callId ? recall(entry.state.calls, callId) : undefined;
  if (!callId || !call) return undefined;
  if (call.result) return call.result;
  const event = draft(entry, 'tool_result', `${callId}.1`);
  event.role = 'tool';
  event.parentId = call.event;
  event.tool = { name: call.name, callId, kind: call.kind, status: 'running' };
  call.result = entry.out.add(event);
  return call.result;
}

export function readComplete(entry: Entry): void {
  const { state, out, data, time } = entry;
  const callId = filled(data['toolCallId']);
  if (!callId) return;
  const call = recall(state.calls, callId);
  forget(state.calls, callId);
  const result = resultOf(entry, callId, call);
  const durationMs = call?.started && time ? elapsed(call.started, time) : undefined;
  if (durationMs !== undefined) result.tool.durationMs = durationMs;
  if (call) {
    const { status, exitCode } = result.tool;
    out.patch(call.event, { completedAt: time, tool: { status, exitCode, durationMs } });
    if (call.question) settleQuestion(entry, call.question, result.tool);
  } else out.problem('unpaired-result', `no call with the id ${callId}`);
  if (call?.result && out.patch(call.result, { ...result, timestamp: time, ...from(entry) })) return;
  const event = draft(entry, 'tool_result', `${callId}.1`);
  event.role = 'tool';
  if (call) event.parentId = call.event;
  out.add(Object.assign(event, result));
}

/** Calls that run when the user aborts. A result that comes after all says more. */
export function interruptCalls(entry: Entry): void {
  for (const { v: call } of entry.state.calls) {
    if (call.agent === entry.agentId) entry.out.patch(call.event, { tool: { status: 'interrupted' } });
  }
}

/** Arguments were JSON text in some versions. */
function inputOf(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? undefined;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function pathOf(input: unknown): string | undefined {
  const path = filled(object(input)?.['path']);
  return path && path.length <= MAX_PATH ? path : undefined;
}

function elapsed(start: string, end: string): number | undefined {
  const [a, b] = [readTime(start), readTime(end)];
  const span = a && b ? Date.parse(b) - Date.parse(a) : -1;
  return span >= 0 ? span : undefined;
}
