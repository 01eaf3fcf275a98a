/**
 * Tools as they run. `tool_execution_update` carries the output so far, again and again: only what is new is
 * appended. The result's event exists from the first output on; the message at the end completes it.
 */
import { contentText } from '../../../families/pi/content.ts';
import { commandBase, resultId } from '../../../families/pi/event-ids.ts';
import { addEvent, type Draft, type Frame } from '../../../families/pi/frame.ts';
import { isObject, type Native, textOf } from '../../../families/pi/native.ts';
import { type Call, callOf, noteCall } from '../../../families/pi/state.ts';
import { addUserCall, closeCall, commandResult, resultDraft } from '../../../families/pi/tool-result.ts';
import { kindOf } from '../../../families/pi/tools.ts';

export function startTool(frame: Frame, event: Native): void {
  const { out, record } = frame;
  const call = callOf(frame.state, textOf(event['toolCallId']));
  if (call && out.patch(call.event, { native: record.native(frame.type) })) return;
  const name = textOf(event['toolName']) ?? 'unknown';
  const callId = textOf(event['toolCallId']) ?? frame.base;
  const tool = { name, callId, kind: kindOf(name), input: event['args'], status: 'running' };
  noteCall(frame.state, { k: callId, event: addEvent(frame, { type: 'tool_call', role: 'assistant', tool }), name });
}

export function updateTool(frame: Frame, event: Native): void {
  const call = callOf(frame.state, textOf(event['toolCallId']));
  const partial = isObject(event['partialResult']) ? event['partialResult'] : {};
  if (!call) startTool(frame, event);
  else if (isCut(partial['details'])) frame.out.patch(call.event, {});
  else appendOutput(frame, call, contentText(partial['content']) ?? '', event);
}

/** Long output is cut to its tail, which no longer continues what was shown. */
function isCut(details: unknown): boolean {
  return isObject(details) && isObject(details['truncation']) && details['truncation']['truncated'] !== false;
}

function appendOutput(frame: Frame, call: Call, output: string, event: Native): void {
  const shown = call.shown ?? 0;
  const delta = output.slice(shown);
  if (delta === '') frame.out.patch(call.result ?? call.event, {});
  else if (call.result) frame.out.append(call.result, delta, { field: 'tool.output' });
  else {
    const callId = textOf(event['toolCallId']);
    const tool = { name: call.name, callId, kind: kindOf(call.name), output: delta, status: 'running' };
    const base = resultId(callId) ?? frame.base;
    call.result = addEvent({ ...frame, base }, { type: 'tool_result', role: 'tool', parentId: call.event, tool });
  }
  call.shown = Math.max(shown, output.length);
}

export function endTool(frame: Frame, event: Native): void {
  const { toolCallId, toolName, isError } = event;
  const { content, details } = isObject(event['result']) ? event['result'] : ({} as Native);
  readLiveResult(frame, { toolCallId, toolName, content, details, isError });
}

/** The end of a tool and the message for the model say the same: one event, whose id is returned. */
export function readLiveResult(frame: Frame, message: Native): string {
  const call = callOf(frame.state, textOf(message['toolCallId']));
  const draft = resultDraft(frame, message, call);
  const named: Frame = { ...frame, base: resultId(message['toolCallId']) ?? frame.base };
  if (call) return settle(named, call, draft);
  frame.out.problem('unpaired-result', 'a result without its call');
  return addEvent(named, draft);
}

/** Writes the final state of a result over what was streamed of it. */
function settle(frame: Frame, call: Call, draft: Draft): string {
  const { type: _type, role: _role, ...rest } = draft;
  const native = frame.record.native(frame.type);
  const patch = { ...rest, native, ...(frame.time === undefined ? {} : { timestamp: frame.time }) };
  if (!call.result || !frame.out.patch(call.result, patch)) call.result = addEvent(frame, draft);
  closeCall(frame, call, draft);
  return call.result;
}

/** The RPC command `bash`: the user's own command. Its updates and its response name the request. */
export function startCommand(frame: Frame, requestId: string | undefined, command: unknown): void {
  addUserCall({ ...frame, base: commandBase(frame.state, command) ?? frame.base }, keyOf(requestId), command);
}

export function updateCommand(frame: Frame, event: Native): void {
  const call = commandCall(frame, event);
  const delta = textOf(event['delta']) ?? '';
  if (call.result) frame.out.append(call.result, delta, { field: 'tool.output' });
  else {
    const tool = { name: 'bash', callId: call.event, kind: 'shell', output: delta, status: 'running' };
    call.result = addEvent(
      { ...frame, base: `${call.event}.1` },
      { type: 'tool_result', role: 'tool', parentId: call.event, tool },
    );
  }
}

export function endCommand(frame: Frame, response: Native): void {
  const call = commandCall(frame, response);
  const data = isObject(response['data']) ? response['data'] : {};
  const result: Draft = { ...commandResult(data, call.event), parentId: call.event };
  settle({ ...frame, base: `${call.event}.1` }, call, result);
}

function commandCall(frame: Frame, message: Native): Call {
  const key = keyOf(textOf(message['id']));
  return callOf(frame.state, key) ?? addUserCall(frame, key, undefined);
}

const keyOf = (requestId: string | undefined) => `rpc ${requestId ?? ''}`;
