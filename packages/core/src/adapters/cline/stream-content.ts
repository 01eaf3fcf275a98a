/** Words, thoughts and calls of the stream. `content_start` repeats for every piece of text; `content_end` has it whole. */
import { recall } from '../../reading/recent.ts';
import type { Tool } from '../../transcript.ts';
import { addEvent, type Draft } from './frame.ts';
import { type Json, objectOf, restOf, stringOf, wordOf } from './native.ts';
import { changedFile, outcomeOf } from './outcome.ts';
import { type Call, noteCall } from './state.ts';
import type { StreamFrame } from './stream.ts';
import { callTool, resultTool } from './tools.ts';

export const CONTENT = ['content_start', 'content_update', 'content_end'] as const;

export function readContent(frame: StreamFrame): void {
  const { value, type } = frame;
  const kind = value['contentType'];
  if (kind === 'text' || kind === 'reasoning') readWords(frame, kind, value[kind]);
  else if (kind !== 'tool') return;
  else if (type === 'content_start') beginCall(frame);
  else if (type === 'content_update') addOutput(frame, objectOf(value['update']));
  else endCall(frame);
}

function readWords(frame: StreamFrame, kind: 'text' | 'reasoning', words: unknown): void {
  const { state, out, time, type, record } = frame;
  const text = typeof words === 'string' ? words : '';
  const open = state.open[kind];
  if (type === 'content_end') {
    const native = record.native('content_end');
    if (open === undefined || !out.patch(open, { text, native, ...(time ? { completedAt: time } : {}) })) {
      addEvent(frame, wordsDraft(frame, kind, text));
    }
    state.open[kind] = undefined;
  } else if (open === undefined || !out.append(open, text, { time })) {
    const id = addEvent(frame, wordsDraft(frame, kind, ''));
    out.append(id, text, { time });
    state.open[kind] = id;
  }
}

function wordsDraft({ value }: StreamFrame, kind: 'text' | 'reasoning', text: string): Draft {
  const type = kind === 'text' ? 'assistant_message' : 'reasoning';
  const isHidden = value['redacted'] === true;
  const parts = isHidden ? { parts: [{ type: 'reasoning', visibility: 'private' }] } : {};
  return { type, role: 'assistant', text, ...parts };
}

const CALL: ReadonlySet<string> = new Set(['type', 'contentType', 'toolName', 'toolCallId', 'input']);

function beginCall(frame: StreamFrame): void {
  const { state, value } = frame;
  const callId = wordOf(value['toolCallId']) ?? frame.base;
  const name = stringOf(value['toolName']) ?? 'unknown';
  const tool = callTool(name, callId, value['input']);
  const extra = restOf(value, CALL);
  const event = addEvent(frame, { type: 'tool_call', role: 'assistant', tool, ...(extra ? { extra } : {}) }, callId);
  const path = wordOf(objectOf(value['input'])['path']);
  noteCall(state, callId, { event, name: name.slice(0, 80), ...(path ? { path } : {}) });
}

/** Output as it comes belongs to a result that is still running. */
function addOutput(frame: StreamFrame, update: Json): void {
  const { state, value, out, time, record } = frame;
  const callId = wordOf(value['toolCallId']) ?? frame.base;
  const call = recall(state.calls, callId);
  const { chunk } = update;
  if (call && chunk === '' && out.patch(call.event, { native: record.native('content_update') })) return;
  const tool = resultTool(call?.name ?? stringOf(value['toolName']) ?? 'unknown', callId, undefined, 'running');
  if (!call?.result) {
    const id = addEvent(frame, resultDraft(tool, call), `${callId}.1`);
    if (call) call.result = id;
    if (typeof chunk !== 'string') out.patch(id, { extra: { update } });
  }
  const field = update['stream'] === 'stderr' ? 'tool.stderr' : 'tool.stdout';
  if (call?.result && typeof chunk === 'string') out.append(call.result, chunk, { field, time });
  else if (call?.result) out.patch(call.result, { extra: { update } });
}

function resultDraft(tool: Tool, call: Call | undefined): Draft {
  return { type: 'tool_result', role: 'tool', tool, ...(call ? { parentId: call.event } : {}) };
}

const END: ReadonlySet<string> = new Set([
  'type',
  'contentType',
  'toolName',
  'toolCallId',
  'output',
  'durationMs',
  'error',
]);

function endCall(frame: StreamFrame): void {
  const { state, value, out, time, record } = frame;
  const callId = wordOf(value['toolCallId']) ?? frame.base;
  const call = recall(state.calls, callId);
  if (!call) out.problem('unpaired-result', `no call ${callId} before this result`);
  const failure = stringOf(value['error']) ?? stringOf(objectOf(value['error'])['message']);
  const name = call?.name ?? stringOf(value['toolName']) ?? 'unknown';
  const isError = failure === undefined ? undefined : true;
  const { tool, parts } = outcomeOf(name, callId, value['output'] ?? failure, isError, out);
  parts.push(...changedFile(tool, call));
  const { durationMs } = value;
  if (typeof durationMs === 'number' && durationMs >= 0) tool.durationMs = durationMs;
  const extra = restOf(value, END);
  const draft: Draft = {
    ...resultDraft(tool, call),
    ...(parts.length > 0 ? { parts } : {}),
    ...(extra ? { extra } : {}),
  };
  const completedAt = time ? { completedAt: time } : {};
  const native = record.native('content_end');
  const isKnown =
    call?.result !== undefined && out.patch(call.result, { tool, parts: draft.parts, extra, native, ...completedAt });
  if (!isKnown) addEvent(frame, draft, `${callId}.1`);
  const { status, exitCode } = tool;
  if (call) out.patch(call.event, { ...completedAt, tool: { status, exitCode, durationMs: tool.durationMs } });
}
