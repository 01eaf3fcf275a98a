/** Results of tool calls: what the model was given back, and the structured result beside it in its three shapes. */
import { isPlainTime } from '../../reading/time.ts';
import type { Part, Tool } from '../../transcript.ts';
import type { EventDraft } from '../contract.ts';
import { partOf, spilledImage, wordsOf } from './content.ts';
import { draft, type Line } from './line.ts';
import { object, type Raw, text, word } from './native.ts';
import { decisionOf, durationOf, exitCodeOf, statusOf } from './outcome.ts';
import { notePermission } from './permissions.ts';
import { answer } from './questions.ts';
import { callSeen } from './state.ts';
import { fileParts, keptResult } from './structured-result.ts';
import { mentionFromResult } from './subagents.ts';
import { toolOf } from './tools.ts';

/** The event for a result block; also settles its call, its permission and its questions. */
export function resultEvent(line: Line, id: string, block: Raw): EventDraft {
  const { value, state } = line;
  const callId = word(block['tool_use_id']) ?? word(value['sourceToolUseID']);
  const call = callId === undefined ? undefined : callSeen(state, callId);
  const event = draft(line, id, 'tool_result');
  event.role = 'tool';
  const tool = toolOf(call?.name ?? word(block['tool_name']) ?? 'unknown', callId);
  const result = value['toolUseResult'] ?? value['tool_use_result'];
  const output = wordsOf(block['content']) ?? text(block['text']);
  const decision = decisionOf(value, callId);
  const status = statusOf(block, result, decision, output);
  fillTool(tool, block, result, output, line);
  tool.status = status;
  const raw = decision.denial ?? word(object(result)?.['status']);
  if (raw !== undefined) tool.rawStatus = raw;
  event.tool = tool;
  const parts = partsOf(line, block, result);
  if (parts.length > 0) event.parts = parts;
  if (decision.native !== undefined) event.extra = { permissionDecision: decision.native };
  if (call && callId !== undefined) {
    event.parentId = call.event;
    call.result = id;
    const completedAt = isPlainTime(line.time) ? line.time : undefined;
    line.out.patch(call.event, {
      tool: { status, exitCode: tool.exitCode, durationMs: tool.durationMs },
      ...(completedAt ? { completedAt } : {}),
    });
    if (call.asks) answer(line, call, callId, status, result, output);
    else notePermission(line, callId, tool.name, decision, status);
    mentionFromResult(line, callId, result);
  } else {
    line.out.problem('unpaired-result', `the call ${callId ?? 'of this result'} is not in the input`);
  }
  return event;
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
