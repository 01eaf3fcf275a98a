/**
 * Records of the program itself: telemetry of responses and calls, commands with a slash, files named with an @,
 * titles, compressions, snapshots. None of them is anybody's words.
 */
import { recall } from '../../reading/recent.ts';
import { extraOf } from './envelope.ts';
import { addEvent, type Draft, type Frame } from './frame.ts';
import { isObject, type Json, listOf, objectOf, restOf, stringOf, wordOf } from './native.ts';
import { isNewAgent } from './state.ts';

export function readSystem(frame: Frame): void {
  const { value } = frame;
  const subtype = wordOf(value['subtype']) ?? 'system';
  const payload = objectOf(value['systemPayload']);
  if (subtype === 'ui_telemetry' && isObject(payload['uiEvent'])) readTelemetry(frame, payload['uiEvent']);
  else addRecord(frame, subtype, payload);
}

function addRecord(frame: Frame, subtype: string, payload: Json): void {
  const reader = Object.hasOwn(READERS, subtype) ? READERS[subtype] : undefined;
  const draft = reader?.(frame, payload) ?? { type: 'meta', status: { label: subtype } };
  draft.extra = joined(extraOf(frame), payload);
  addEvent(frame, draft);
}

/** The payload as it is, unless the line itself has something to add. */
function joined(line: Json | undefined, payload: Json): Json {
  return line ? { ...line, ...payload } : payload;
}

const READERS: Record<string, (frame: Frame, payload: Json) => Draft | undefined> = {
  slash_command: (_frame, payload) => notice('slash_command', stringOf(payload['rawCommand'])),
  at_command: atCommand,
  custom_title: title,
  chat_compression: () => ({ type: 'status', status: { label: 'compaction' } }),
  rewind: () => ({ type: 'status', status: { label: 'rewind' } }),
  parent_session: parentSession,
  session_model: (_frame, payload) => ({ type: 'session', phase: 'changed', session: payload }),
  session_approval_mode: (_frame, payload) => ({ type: 'session', phase: 'changed', session: payload }),
};

function notice(label: string, detail?: string): Draft {
  return { type: 'status', audience: 'user', status: { label, ...(detail ? { detail } : {}) } };
}

/** Files that the user named; their text went to the model. */
function atCommand(_frame: Frame, payload: Json): Draft {
  const parts = listOf(payload['filesRead']).flatMap((path) =>
    typeof path === 'string' ? [{ type: 'file_ref', path, action: 'read' }] : [],
  );
  return { ...notice('at_command', stringOf(payload['message'])), ...(parts.length > 0 ? { parts } : {}) };
}

function title({ out }: Frame, payload: Json): Draft | undefined {
  const text = stringOf(payload['customTitle']);
  if (text === undefined) return undefined;
  out.session({ title: { text, rank: payload['titleSource'] === 'auto' ? 1 : 2 } });
  return { type: 'session', phase: 'titled', session: { title: text } };
}

function parentSession({ out }: Frame, payload: Json): Draft | undefined {
  const of = wordOf(payload['parentSessionId']);
  if (of) out.session({ lineage: { kind: 'child', of } });
  return undefined;
}

/** Told as it happens: a response's numbers before the response, a call's outcome before its result. */
function readTelemetry(frame: Frame, event: Json): void {
  const subagent = wordOf(event['subagent_id']);
  if (subagent) mentionSubagent(frame, subagent, event);
  const message = stringOf(event['error_message']);
  if (typeof event['function_name'] === 'string') readCallTelemetry(frame, event);
  else if (message !== undefined) addError(frame, message, event);
  else addNote(frame, event);
}

function addNote(frame: Frame, event: Json): void {
  const label = wordOf(event['event.name']) ?? 'ui_telemetry';
  addEvent(frame, { type: 'meta', status: { label }, extra: joined(extraOf(frame), event) });
}

function addError(frame: Frame, message: string, event: Json): void {
  const status = event['status_code'];
  addEvent(frame, {
    type: 'error',
    model: stringOf(event['model']),
    error: {
      message,
      code: stringOf(event['error_type']),
      ...(typeof status === 'number' && Number.isInteger(status) ? { status } : {}),
    },
    extra: joined(extraOf(frame), event),
  });
}

/** The arguments and the error are told by the call and its result. */
const CALL: ReadonlySet<string> = new Set(['call_id', 'function_args', 'duration_ms', 'error']);
const DECISIONS: Record<string, string> = { accept: 'accept', modify: 'accept', reject: 'reject' };

function decisionOf(decision: unknown): string | undefined {
  return typeof decision === 'string' && Object.hasOwn(DECISIONS, decision) ? DECISIONS[decision] : undefined;
}

/** A call of this log gets its duration; those of subagents, and older records without an id, stay notes. */
function readCallTelemetry(frame: Frame, event: Json): void {
  const callId = wordOf(event['call_id']);
  const call = callId === undefined ? undefined : recall(frame.state.calls, callId);
  const durationMs = event['duration_ms'];
  const duration = typeof durationMs === 'number' && durationMs >= 0 ? { durationMs } : {};
  const decision = decisionOf(event['decision']);
  if (callId !== undefined && decision !== undefined) {
    const action = String(event['function_name']);
    addEvent(frame, {
      type: 'permission',
      permission: { id: callId, action, status: decision, callId, by: 'user' },
      ...(call ? { parentId: call.event } : {}),
    });
  }
  const native = frame.record.native('ui_telemetry', frame.id);
  const extra = { telemetry: restOf(event, CALL) };
  if (call && frame.out.patch(call.event, { tool: duration, native, extra })) return;
  if (frame.count === 0) addNote(frame, event);
}

/** The id of a subagent ends with the call that started it. */
function mentionSubagent({ state, out }: Frame, id: string, event: Json): void {
  if (!isNewAgent(state, id)) return;
  const call = state.calls.findLast(({ k, v }) => v.task === true && id.endsWith(k));
  const type = stringOf(event['subagent_type']) ?? stringOf(event['subagent_name']);
  const title = stringOf(event['subagent_task_name']);
  const model = stringOf(event['model']);
  const facts = { type, title, model, callId: call?.k };
  out.session({ agents: { [id]: Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact)) } });
}
