/**
 * Tool calls. `tool_call` announces one, each `tool_call_update` says what changed, and its content replaces what was
 * shown before. Agents that ask permission first may send no `tool_call` at all. The end makes the result's event.
 */
import { recall, remember } from '../../reading/recent.ts';
import type { Tool, ToolKind } from '../../transcript.ts';
import type { EventPatch } from '../contract.ts';
import { toolContent } from './content.ts';
import { type Context, callKey, draft, from, keep } from './context.ts';
import { filled, object, type Raw, rest, text, whole } from './native.ts';
import { type CallState, LIMITS } from './state.ts';
import { kindOf, nameOf, serverOf } from './tools.ts';

const SHOWN = new Set(['sessionUpdate', 'toolCallId', 'name', 'kind', 'status', 'content', 'rawInput', 'rawOutput']);

export function readToolCall(context: Context, update: Raw): CallState | undefined {
  const callId = filled(update['toolCallId']);
  if (!callId) return undefined;
  const known = recall(context.state.calls, callKey(context.sessionId, callId));
  // A replay tells of calls again that have ended.
  const fresh = !known || (update['sessionUpdate'] === 'tool_call' && (known.done || context.replay !== undefined));
  const call = fresh ? beginCall(context, callId, update) : known;
  const ended = endOf(update, call);
  if (!fresh) change(context, callId, call, update, ended !== undefined);
  if (ended) endCall(context, callId, call, update, ended, fresh ? `${context.record.ref}.1` : context.record.ref);
  return call;
}

function beginCall(context: Context, callId: string, update: Raw): CallState {
  const name = nameOf(update) ?? 'unknown';
  const event = keep(draft(context, 'tool_call'), rest(update, SHOWN));
  event.role = 'assistant';
  const kind: ToolKind = kindOf(update, name) ?? 'other';
  const server = serverOf(name);
  event.tool = { name, callId, kind, ...(server ? { server } : {}), status: 'running' };
  if (context.session.model) event.model = context.session.model;
  if (context.session.variant) event.variant = context.session.variant;
  const input = update['rawInput'] ?? undefined;
  if (input !== undefined) event.tool.input = input;
  const { parts, output, terminals } = toolContent(update['content'], context.out);
  if (output !== undefined && endOf(update) === undefined) parts.unshift({ type: 'text', text: output });
  if (parts.length > 0) event.parts = parts;
  const call: CallState = { session: context.sessionId, event: context.out.add(event), name, kind };
  if (server) call.server = server;
  if (context.line.offset !== undefined) call.offset = context.line.offset;
  if (context.line.time !== undefined) call.time = context.line.time;
  remember(context.state.calls, callKey(context.sessionId, callId), call, LIMITS.calls);
  watch(context, callId, terminals);
  return call;
}

/** What an update changes on the call's own event. */
function change(context: Context, callId: string, call: CallState, update: Raw, ended: boolean): void {
  const tool: Partial<Tool> = {};
  const name = filled(update['name']) ?? (call.name === 'unknown' ? nameOf(update) : undefined);
  if (name) tool.name = call.name = name;
  const kind = kindOf(update, name ?? call.name);
  if (kind) tool.kind = call.kind = kind;
  if (update['rawInput'] !== undefined && update['rawInput'] !== null) tool.input = update['rawInput'];
  const patch: EventPatch = { tool, ...from(context) };
  const extra = rest(update, SHOWN);
  if (extra) patch.extra = extra;
  if (!ended && update['content']) {
    const { parts, output, terminals } = toolContent(update['content'], context.out);
    if (output !== undefined) parts.unshift({ type: 'text', text: output });
    patch.parts = parts;
    watch(context, callId, terminals);
  }
  context.out.patch(call.event, patch);
}

/** A call shows a terminal of the client: what is printed there is the call's. */
function watch(context: Context, callId: string, terminals: readonly string[]): void {
  for (const terminal of terminals) {
    if (terminal) remember(context.state.terminals, terminal, callKey(context.sessionId, callId), LIMITS.terminals);
  }
}

function endOf(update: Raw, call?: CallState): string | undefined {
  if (update['status'] === 'completed') return 'ok';
  if (update['status'] === 'failed') return call?.denied ? 'denied' : 'error';
  return undefined;
}

function endCall(context: Context, callId: string, call: CallState, update: Raw, status: string, id: string): void {
  const tool: Tool = { name: call.name, callId, kind: call.kind, status, rawStatus: update['status'] };
  if (call.server) tool.server = call.server;
  const { parts, output } = toolContent(update['content'], context.out);
  readOutput(tool, update['rawOutput'], output);
  tool.exitCode ??= call.exitCode;
  const durationMs = elapsed(call, context);
  if (durationMs !== undefined) tool.durationMs = durationMs;
  const { exitCode } = tool;
  context.out.patch(call.event, { tool: { status, exitCode, durationMs }, completedAt: context.line.time });
  const event = draft(context, 'tool_result', id);
  event.role = 'tool';
  event.parentId = call.event;
  event.tool = tool;
  if (parts.length > 0) event.parts = parts;
  context.out.add(event);
  call.done = true;
}

/** `rawOutput` is what the tool gave back, in the agent's own shape; the content is made for the eye. */
function readOutput(tool: Tool, raw: unknown, shown: string | undefined): void {
  const result = object(raw);
  const output = text(raw) ?? shown ?? text(result?.['output']) ?? text(result?.['text']);
  if (output !== undefined) tool.output = output;
  if (raw !== undefined && raw !== null && typeof raw !== 'string') tool.result = raw;
  else if (shown !== undefined && shown !== output) tool.result = { content: shown };
  const exitCode = whole(result?.['exit_code']) ?? whole(result?.['exitCode']) ?? saidExitCode(tool, output);
  if (exitCode !== undefined) tool.exitCode = exitCode;
  for (const stream of ['stdout', 'stderr'] as const) {
    const printed = text(result?.[stream]) ?? joined(result?.[stream]);
    if (printed !== undefined) tool[stream] = printed;
  }
}

const joined = (value: unknown): string | undefined =>
  Array.isArray(value) && value.every((line) => typeof line === 'string') ? value.join('\n') : undefined;

/** Seen in claude-agent-acp 0.99.1: a failing command begins its output so. */
function saidExitCode(tool: Tool, output: string | undefined): number | undefined {
  if (tool.kind !== 'shell' || !output?.startsWith('Exit code ')) return undefined;
  const match = /^Exit code (\d{1,3})\n/.exec(output);
  return match ? Number(match[1]) : undefined;
}

/** A replay takes no time. */
function elapsed(call: CallState, { line, replay }: Context): number | undefined {
  if (replay !== undefined) return undefined;
  const span =
    call.offset !== undefined && line.offset !== undefined
      ? line.offset - call.offset
      : call.time && line.time
        ? Date.parse(line.time) - Date.parse(call.time)
        : -1;
  return span >= 0 ? span : undefined;
}

/** Calls that were running when the turn was cancelled. */
export function interruptCalls(context: Context): void {
  for (const { v: call } of context.state.calls) {
    if (call.session !== context.sessionId || call.done || call.denied) continue;
    context.out.patch(call.event, { tool: { status: 'interrupted' } });
  }
}

/** What the client says of a terminal: its output so far, and how the command ended. */
export function readTerminal(context: Context, terminal: string, result: Raw): void {
  const key = recall(context.state.terminals, terminal);
  const call = key ? recall(context.state.calls, key) : undefined;
  if (!call) return;
  const exitCode = whole(object(result['exitStatus'])?.['exitCode']) ?? whole(result['exitCode']);
  const stdout = text(result['output']);
  if (exitCode !== undefined) call.exitCode = exitCode;
  context.out.patch(call.event, { tool: { stdout, exitCode } });
}
