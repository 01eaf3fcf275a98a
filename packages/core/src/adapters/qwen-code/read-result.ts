/** Results of tools: what the model was given back (`functionResponse`), and what the user saw (`resultDisplay`). */
import { recall } from '../../reading/recent.ts';
import type { Part, Tool } from '../../transcript.ts';
import { extraOf } from './envelope.ts';
import { addEvent, type Draft, type Frame } from './frame.ts';
import { inlinePart } from './inline-part.ts';
import { isObject, type Json, listOf, objectOf, restOf, stringOf, wordOf } from './native.ts';
import { exitCodeOf, resultTool, statusOf } from './tools.ts';

export function readResult(frame: Frame): void {
  const { value } = frame;
  const parts = listOf(objectOf(value['message'])['parts']).filter(isObject);
  const answers = parts.flatMap(({ functionResponse }) => (isObject(functionResponse) ? [functionResponse] : []));
  const outcome = objectOf(value['toolCallResult']);
  const shown = parts.flatMap((part) => inlinePart(part, frame.out) ?? []);
  if (answers.length === 0) answers.push({ id: outcome['callId'], response: {} });
  answers.forEach((answer, i) => {
    const isOfOutcome = answers.length === 1 || answer['id'] === outcome['callId'];
    addResult(frame, answer, isOfOutcome ? outcome : {}, i === 0 ? shown : []);
  });
}

const OUTCOME: ReadonlySet<string> = new Set(['callId', 'status', 'resultDisplay', 'durationMs', 'errorType']);

function addResult(frame: Frame, answer: Json, outcome: Json, shown: readonly Part[]): void {
  const { state, out, time } = frame;
  const callId = wordOf(answer['id']) ?? wordOf(outcome['callId']) ?? frame.base;
  const call = recall(state.calls, callId);
  if (!call) out.problem('unpaired-result', `no call ${callId} before this result`);
  const tool = resultOf(callId, stringOf(answer['name']) ?? call?.name ?? 'unknown', answer, outcome);
  const parts = [...changedFile(outcome['resultDisplay'], tool.kind), ...shown];
  for (const part of listOf(answer['parts'])) {
    const inline = isObject(part) ? inlinePart(part, out) : undefined;
    if (inline) parts.push(inline);
  }
  const draft: Draft = { type: 'tool_result', role: 'tool', tool };
  if (call) draft.parentId = call.event;
  if (parts.length > 0) draft.parts = parts;
  const extra = { ...extraOf(frame), ...restOf(outcome, OUTCOME), ...errorType(outcome) };
  if (Object.keys(extra).length > 0) draft.extra = extra;
  addEvent(frame, draft);
  if (!call) return;
  const { status, exitCode, durationMs } = tool;
  out.patch(call.event, { completedAt: time, tool: { status, exitCode, durationMs } });
}

const errorType = ({ errorType: type }: Json) => (typeof type === 'string' ? { errorType: type } : {});

function resultOf(callId: string, name: string, answer: Json, outcome: Json): Tool {
  const response = objectOf(answer['response']);
  const failure = response['error'];
  const given = failure ?? response['output'];
  const output = typeof given === 'string' ? given : undefined;
  const display = outcome['resultDisplay'];
  const rawStatus = outcome['status'];
  const status = statusOf(rawStatus, failure !== undefined, output, stringOf(outcome['errorType']));
  const tool = resultTool(name, callId, output, status);
  const result = structuredOf(display, output) ?? (output === undefined ? restOf(response, NONE) : undefined);
  if (result !== undefined) tool.result = result;
  if (rawStatus !== undefined) tool.rawStatus = rawStatus;
  if (typeof outcome['durationMs'] === 'number' && outcome['durationMs'] >= 0) tool.durationMs = outcome['durationMs'];
  if (tool.kind === 'shell') addCommand(tool, display);
  return tool;
}

const NONE: ReadonlySet<string> = new Set();
const DIFF: ReadonlySet<string> = new Set(['fileDiff']);

/** What the user was shown, when it says more than the output; the diff becomes a part. */
function structuredOf(display: unknown, output: string | undefined): unknown {
  if (isObject(display)) return typeof display['fileDiff'] === 'string' ? restOf(display, DIFF) : display;
  return display === undefined || display === '' || display === output ? undefined : display;
}

/** Since about 0.24 a command's display is structured; before, only the text tells how it ended. */
function addCommand(tool: Tool, display: unknown): void {
  if (isObject(display) && typeof display['output'] === 'string') tool.stdout = display['output'];
  else if (typeof display === 'string') tool.stdout = display;
  const code = isObject(display) ? display['exitCode'] : exitCodeOf(tool.output);
  if (typeof code === 'number' && Number.isInteger(code)) tool.exitCode = code;
}

function changedFile(display: unknown, kind: string | undefined): Part[] {
  if (!isObject(display) || typeof display['fileDiff'] !== 'string') return [];
  const path = stringOf(display['filePath']) ?? stringOf(display['fileName']);
  const isNew = display['originalContent'] === null || (kind === 'write' && display['originalContent'] === '');
  const action = isNew ? 'write' : 'patch';
  return [{ type: 'file_ref', ...(path ? { path } : {}), action, diff: display['fileDiff'] }];
}
