/** A tool call holds its result. It is named by its own id, because another message may tell of it again. */
import type { Part, Tool } from '../../transcript.ts';
import type { EventDraft, NativeRecord, Output } from '../contract.ts';
import { addInline } from './inline-part.ts';
import { isObject, type Json, listOf, objectOf, partsOf, restOf, stringOf, timeOf } from './native.ts';
import { emit, type ReadingState } from './state.ts';
import { exitCodeOf, toolFacts, toolStatus } from './tools.ts';

const callFields = new Set(['id', 'name', 'args', 'result', 'status', 'timestamp', 'resultDisplay', 'agentId']);

export interface CallPlace {
  readonly state: ReadingState;
  readonly message: string;
  readonly model?: string;
  readonly time?: string;
  readonly record: NativeRecord;
  readonly out: Output;
}

export function readToolCall(place: CallPlace, call: Json): void {
  const { state, message, out, record } = place;
  const name = stringOf(call['name']) ?? 'unknown';
  const { kind, server } = toolFacts(name, stringOf(call['displayName']));
  const parts = partsOf(call['result']);
  const output = outputOf(parts);
  const exitCode = kind === 'shell' ? exitCodeOf(output) : undefined;
  const rawStatus = call['status'];
  const status = toolStatus(rawStatus, output, exitCode);
  const callId = stringOf(call['id']) ?? `${record.ref}#${name}`;
  const isDone = status !== 'running' && status !== 'unknown';
  const completedAt = isDone ? timeOf(call['timestamp']) : undefined;
  const event = emit(
    state,
    out,
    {
      id: callId,
      type: 'tool_call',
      role: 'assistant',
      timestamp: place.time,
      completedAt,
      model: place.model,
      tool: { name, callId, kind, server, input: call['args'], status, rawStatus },
      native: record.native('toolCall', callId),
      extra: restOf(call, callFields),
    },
    message,
  );
  mentionSubagent(out, call, callId);
  if (!isDone) return;
  const display = call['resultDisplay'];
  const stdout = kind === 'shell' ? displayText(display) : undefined;
  const result: EventDraft = {
    id: `${event}.1`,
    type: 'tool_result',
    role: 'tool',
    parentId: event,
    timestamp: completedAt ?? place.time,
    tool: { name, callId, kind, server, output, result: display, status, rawStatus, exitCode, stdout },
    native: record.native('toolCall', callId),
  };
  const shown = resultParts(display, parts, out);
  if (shown.length > 0) result.parts = shown;
  emit(state, out, result, message);
}

/** What the model was given back. */
function outputOf(parts: readonly Json[]): string | undefined {
  let output: string | undefined;
  for (const part of parts) {
    const text = partOutput(part);
    if (text !== undefined) output = output === undefined ? text : `${output}\n${text}`;
  }
  return output;
}

function partOutput(part: Json): string | undefined {
  if (typeof part['text'] === 'string') return part['text'];
  const response = objectOf(objectOf(part['functionResponse'])['response']);
  const text = response['output'] ?? response['error'];
  if (typeof text === 'string') return text;
  return Object.keys(response).length > 0 ? JSON.stringify(response) : undefined;
}

/** A terminal's screen is kept as lines of styled pieces. */
function displayText(display: unknown): string | undefined {
  if (typeof display === 'string') return display;
  if (!Array.isArray(display)) return undefined;
  return display
    .map((line) =>
      listOf(line)
        .map((piece) => stringOf(objectOf(piece)['text']) ?? '')
        .join('')
        .trimEnd(),
    )
    .join('\n')
    .trimEnd();
}

function resultParts(display: unknown, parts: readonly Json[], out: Output): Part[] {
  const shown: Part[] = [];
  if (isObject(display) && typeof display['fileDiff'] === 'string') {
    const path = stringOf(display['filePath']) ?? stringOf(display['fileName']);
    const action = display['isNewFile'] === true ? 'write' : 'patch';
    shown.push({ type: 'file_ref', ...(path ? { path } : {}), action, diff: display['fileDiff'] });
  }
  for (const part of parts) {
    addInline(shown, part, out);
    for (const inner of listOf(objectOf(part['functionResponse'])['parts'])) {
      if (isObject(inner)) addInline(shown, inner, out);
    }
  }
  return shown;
}

function mentionSubagent(out: Output, call: Json, callId: string): void {
  const agent = stringOf(call['agentId']);
  if (!agent) return;
  const type = stringOf(objectOf(call['args'])['agent_name']);
  out.session({ agents: { [agent]: { nativeId: agent, callId, ...(type ? { type } : {}) } } });
}

/** A call as the model's history has it: known already, or else one that never ran. */
export function readFunctionCall(place: CallPlace, call: Json): void {
  const callId = stringOf(call['id']);
  const name = stringOf(call['name']) ?? 'unknown';
  if (callId && place.out.patch(callId, { tool: { input: call['args'] } })) return;
  const tool: Tool = { name, callId: callId ?? `${place.record.ref}#${name}`, ...toolFacts(name) };
  emit(
    place.state,
    place.out,
    {
      id: tool.callId as string,
      type: 'tool_call',
      role: 'assistant',
      timestamp: place.time,
      model: place.model,
      tool: { ...tool, input: call['args'], status: 'unknown' },
      native: place.record.native('functionCall', callId),
    },
    place.message,
  );
}

/**
 * What the model was given back, written as if the user had said it. Usually the call has it already; a call that
 * was refused before it ran is told of nowhere else.
 */
export function readFunctionResponse(place: CallPlace, response: Json): void {
  const callId = stringOf(response['id']) ?? place.record.ref;
  const native = place.record.native('functionResponse', callId);
  const { state, out, message } = place;
  if (out.patch(`${callId}.1`, { native })) return;
  const name = stringOf(response['name']) ?? 'unknown';
  const body = objectOf(response['response']);
  const raw = body['error'] === undefined ? 'success' : 'error';
  const output = outputOf([{ functionResponse: response }]);
  const status = toolStatus(raw, output, undefined);
  const tool: Tool = { name, callId, ...toolFacts(name) };
  const isKnown = out.patch(callId, { tool: { status }, native });
  if (!isKnown) {
    const call = { id: callId, type: 'tool_call', role: 'assistant', timestamp: place.time } as const;
    emit(state, out, { ...call, tool: { ...tool, status }, native: { ...native, synthetic: true } }, message);
  }
  emit(
    state,
    out,
    {
      id: `${callId}.1`,
      type: 'tool_result',
      role: 'tool',
      parentId: callId,
      timestamp: place.time,
      tool: { ...tool, output, result: response['response'], status },
      native,
    },
    message,
  );
}
