/** Results of tool calls: what the model was given back, and the structured result beside it in its three shapes. */

import type { EventDraft } from '../../adapters/contract.ts';
import { remember } from '../../reading/keyed-list.ts';
import { isPlainTime } from '../../reading/time.ts';
import type { Part, Tool, ToolStatus } from '../../transcript.ts';
import { partOf, spilledImage, wordsOf } from './content.ts';
import { draft, type Line } from './line.ts';
import { object, type Raw, text, word } from './native.ts';
import { type Decision, decisionOf, durationOf, exitCodeOf, statusOf } from './outcome.ts';
import { notePermission } from './permissions.ts';
import { answer } from './questions.ts';
import { type CallSeen, callSeen, eventKey, keyOf, type ReaderState } from './state.ts';
import { fileParts, keptResult } from './structured-result.ts';
import { mentionFromResult } from './subagents.ts';
import { toolOf } from './tools.ts';

/** The event for a result block; also settles its call, its permission and its questions. */
export function resultEvent(line: Line, id: string, block: Raw): EventDraft {
  const { value, state } = line;
  const callId = word(block['tool_use_id']) ?? word(value['sourceToolUseID']) ?? lastOpenCall(state);
  const call = callId === undefined ? undefined : callSeen(state, callId);
  const event = draft(line, id, 'tool_result');
  event.role = 'tool';
  const tool = toolOf(call?.name ?? word(block['tool_name']) ?? 'unknown', callId);
  const result = value['toolUseResult'] ?? value['tool_use_result'];
  const output = wordsOf(block['content']) ?? text(block['text']);
  const decision = decisionOf(value, callId, output);
  const status = statusOf(block, result, decision, output);
  fillTool(tool, block, result, output, line);
  tool.status = status;
  const raw = decision.denial ?? word(object(result)?.['status']);
  if (raw !== undefined) tool.rawStatus = raw;
  event.tool = tool;
  const parts = partsOf(line, block, result);
  if (parts.length > 0) event.parts = parts;
  if (decision.native !== undefined) event.extra = { permissionDecision: decision.native };
  if (call && callId !== undefined) settle(line, event, call, callId, decision, result);
  else reportUnpaired(line, id, callId, status);
  return event;
}

const MOST_EARLY = 32;

/** Sanitised logs lack ids; there a result answers the last call. */
const lastOpenCall = (state: ReaderState) => state.calls.findLast((call) => call.result === undefined)?.k;

function settle(
  line: Line,
  event: EventDraft,
  call: CallSeen,
  callId: string,
  decision: Decision,
  result: unknown,
): void {
  const { name, status, exitCode, durationMs, output } = event.tool as Tool;
  if (call.event !== '') event.parentId = call.event;
  call.result = eventKey(event.id);
  const completedAt = isPlainTime(line.time) ? line.time : undefined;
  line.out.patch(call.event, { tool: { status, exitCode, durationMs }, ...(completedAt ? { completedAt } : {}) });
  if (call.asks) answer(line, call, callId, status as ToolStatus, result, output);
  else notePermission(line, callId, name, decision, status as ToolStatus);
  mentionFromResult(line, callId, result);
}

function reportUnpaired(line: Line, id: string, callId: string | undefined, status: ToolStatus): void {
  line.out.problem('unpaired-result', `no call ${callId ?? ''} before this result`);
  if (callId === undefined) return;
  // Parallel writes put a result in front of its call (2.1.114): the problem is taken back when the call comes.
  remember(line.state.early, { k: keyOf(callId), event: eventKey(id), status, at: line.native.start }, MOST_EARLY);
}

function fillTool(tool: Tool, block: Raw, result: unknown, output: string | undefined, line: Line): void {
  if (output !== undefined) tool.output = output;
  const structured = object(result);
  const kept = keptResult(result, block['content'], output, line.out);
  if (kept !== undefined) tool.result = kept;
  const stdout = text(structured?.['stdout']);
  const stderr = text(structured?.['stderr']);
  if (stdout !== undefined) tool.stdout = stdout;
  if (stderr !== undefined) tool.stderr = stderr;
  const exitCode = tool.kind === 'shell' ? exitCodeOf(output) : undefined;
  if (exitCode !== undefined) tool.exitCode = exitCode;
  const duration = durationOf(structured);
  if (duration !== undefined) tool.durationMs = duration;
}

function partsOf(line: Line, block: Raw, result: unknown): Part[] {
  const parts: Part[] = [];
  const content = block['content'];
  if (Array.isArray(content) && content.some((item) => object(item)?.['type'] !== 'text')) {
    for (const item of content) {
      const inner = object(item);
      if (!inner) continue;
      const words = inner['type'] === 'text' ? text(inner['text']) : undefined;
      if (words === undefined) parts.push(partOf(inner, line.out));
      else parts.push(spilledImage(words) ?? { type: 'text', text: words });
    }
  }
  fileParts(object(result), parts);
  return parts;
}
