/** Results of tools, and of commands that the user ran. */
import type { Part, Tool } from '../../transcript.ts';
import { contentParts, contentText } from './content.ts';
import { addAs, addEvent, type Draft, eventId, type Frame, messageRest } from './frame.ts';
import { isObject, type Native, numberOf, restOf, textOf } from './native.ts';
import { type Call, callOf, noteCall } from './state.ts';
import { kindOf } from './tools.ts';

const KNOWN = new Set(['role', 'toolCallId', 'toolName', 'content', 'details', 'isError', 'timestamp']);
const KNOWN_COMMAND = new Set([
  'role',
  'command',
  'output',
  'exitCode',
  'cancelled',
  'fullOutputPath',
  'timestamp',
  'excludeFromContext',
]);

export function readToolResult(frame: Frame, message: Native): void {
  const { state, out } = frame;
  const call = callOf(state, textOf(message['toolCallId']));
  const draft = resultDraft(frame, message, call);
  if (!call) out.problem('unpaired-result', `no call ${String(message['toolCallId']).slice(0, 80)} before this result`);
  const result = addEvent(frame, draft);
  if (!call) return;
  call.result = result;
  closeCall(frame, call, draft);
}

export function resultDraft(frame: Frame, message: Native, call: Call | undefined): Draft {
  const { out } = frame;
  const name = textOf(message['toolName']) ?? call?.name ?? 'unknown';
  const { content, details, isError } = message;
  const output = contentText(content);
  const tool: Tool = { name, callId: textOf(message['toolCallId']), kind: kindOf(name) };
  if (output !== undefined) tool.output = output;
  if (details !== undefined) tool.result = details;
  tool.status = statusOf(isError === true, output);
  tool.rawStatus = isError;
  const exitCode = tool.kind === 'shell' ? exitCodeOf(tool.status, details, output) : undefined;
  if (exitCode !== undefined) tool.exitCode = exitCode;
  // Programs built on Pi call a command that failed a result like any other.
  if (exitCode !== undefined && exitCode !== 0 && tool.status === 'ok') tool.status = 'error';
  const draft: Draft = { type: 'tool_result', role: 'tool', tool };
  if (call) draft.parentId = call.event;
  const parts = [...(contentParts(content, out) ?? []), ...fileParts(tool, details, call)];
  if (parts.length > 0) draft.parts = parts;
  const rest = messageRest(frame, message, KNOWN);
  if (rest) draft.extra = rest;
  return draft;
}

/** The call is over: it learns how it ended, and when. */
export function closeCall({ out, time }: Frame, call: Call, { tool }: Draft): void {
  out.patch(call.event, {
    tool: { status: tool?.status, ...(tool?.exitCode === undefined ? {} : { exitCode: tool.exitCode }) },
    completedAt: time,
  });
}

/** Pi ends the output with a line that says what became of the command. */
const ENDINGS: readonly [RegExp, NonNullable<Tool['status']>][] = [
  [/(Command|Operation) aborted\s*$/, 'interrupted'],
  [/^Skipped due to queued user message/, 'interrupted'],
  [/Command timed out after [\d.]+ seconds?\s*$/, 'timeout'],
  [/^Tool execution was blocked/, 'denied'],
];

function statusOf(failed: boolean, output: string | undefined): NonNullable<Tool['status']> {
  if (!failed) return 'ok';
  const end = output === undefined ? '' : output.length > 200 ? output.slice(-120) : output;
  return ENDINGS.find(([pattern]) => pattern.test(end))?.[1] ?? 'error';
}

function exitCodeOf(status: string, details: unknown, output: string | undefined): number | undefined {
  const told = isObject(details) ? numberOf(details['exitCode']) : undefined;
  if (told !== undefined && Number.isInteger(told)) return told;
  if (status === 'ok') return 0;
  const code = /Command exited with code (-?\d{1,10})\s*$/.exec(output?.slice(-80) ?? '')?.[1];
  return code === undefined ? undefined : Number(code);
}

function fileParts(tool: Tool, details: unknown, call: Call | undefined): Part[] {
  const parts: Part[] = [];
  const { patch, diff, fullOutputPath } = isObject(details) ? details : ({} as Native);
  // Versions before 0.50 record only the diff that is shown on screen, with line numbers.
  const change = textOf(patch) ?? textOf(diff);
  const path = call?.path ?? pathInPatch(patch);
  if (path !== undefined && tool.status === 'ok') {
    if (change !== undefined) parts.push({ type: 'file_ref', path, action: 'patch', diff: change });
    else if (tool.kind === 'write' || tool.kind === 'read') {
      parts.push({ type: 'file_ref', path, action: tool.kind });
    }
  }
  return [...parts, ...fullOutput(fullOutputPath)];
}

/** Output that was too long lies in a temporary file, outside the session's folder. */
function fullOutput(path: unknown): Part[] {
  return typeof path === 'string' && path !== '' ? [{ type: 'file_ref', path, spilled: true }] : [];
}

function pathInPatch(patch: unknown): string | undefined {
  return typeof patch === 'string' ? /^\+\+\+ (\S.{0,1000})$/m.exec(patch.slice(0, 4096))?.[1] : undefined;
}

/** A command that the user ran (`!ls`, or the RPC command `bash`): a call of the user's own, and its result. */
export function readUserCommand(frame: Frame, message: Native): void {
  const { base, count } = frame;
  const callId = eventId(base, count);
  const { tool, parts, ...result } = commandResult(message, callId);
  const audience = message['excludeFromContext'] === true ? { audience: 'user' } : {};
  const { name, kind, status, exitCode } = tool as Tool;
  const event = addEvent(frame, {
    type: 'tool_call',
    role: 'user',
    tool: {
      name,
      callId,
      kind,
      input: { command: message['command'] },
      status,
      ...(exitCode === undefined ? {} : { exitCode }),
    },
    ...audience,
  });
  addEvent(frame, { ...result, tool, parentId: event, ...(parts ? { parts } : {}), ...audience });
}

export function commandResult(message: Native, callId: string): Draft {
  const { output, exitCode, cancelled, fullOutputPath } = message;
  const code = numberOf(exitCode);
  const tool: Tool = { name: 'bash', callId, kind: 'shell', output: typeof output === 'string' ? output : '' };
  tool.status = cancelled === true ? 'interrupted' : code === undefined ? 'unknown' : code === 0 ? 'ok' : 'error';
  if (code !== undefined && Number.isInteger(code)) tool.exitCode = code;
  const parts = fullOutput(fullOutputPath);
  const rest = restOf(message, KNOWN_COMMAND);
  return {
    type: 'tool_result',
    role: 'tool',
    tool,
    ...(parts.length > 0 ? { parts } : {}),
    ...(rest ? { extra: rest } : {}),
  };
}

/** Adds the call of a user's command under an id that its result is found by. */
export function addUserCall(frame: Frame, key: string, command: unknown): Call {
  const id = frame.base;
  const event = addAs(frame, id, {
    type: 'tool_call',
    role: 'user',
    tool: { name: 'bash', callId: id, kind: 'shell', input: { command }, status: 'running' },
  });
  return noteCall(frame.state, { k: key, event, name: 'bash' });
}
