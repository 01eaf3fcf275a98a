/** A tool's result, the same in the log and in the stream: what the model was given back, mostly as one string. */
import { recall } from '../../reading/recent.ts';
import type { Part, Tool } from '../../transcript.ts';
import { unifiedDiff } from './diff-lines.ts';
import { addEvent, type Draft, type Frame } from './frame.ts';
import { imagePart } from './image-part.ts';
import { isObject, type Json, listOf, stringOf } from './native.ts';
import { resultTool } from './tools.ts';

export interface Result {
  callId: string;
  name?: string;
  content: unknown;
  isError: unknown;
  extra?: Json;
}

export function addResult(frame: Frame, result: Result): void {
  const { state, out, time } = frame;
  const call = recall(state.calls, result.callId);
  if (!call) out.problem('unpaired-result', `no call ${result.callId} before this result`);
  const parts: Part[] = [];
  const output = outputOf(frame, result.content, parts);
  const isRefused = result.isError === true && output.startsWith(REFUSAL);
  const status = isRefused ? 'denied' : result.isError === true ? 'error' : 'ok';
  const tool = resultTool(result.name ?? call?.name ?? 'unknown', result.callId, output, status);
  if (result.isError !== undefined) tool.rawStatus = result.isError;
  if (tool.kind === 'shell' && !isRefused) addCommand(tool, output);
  if (tool.kind === 'edit' || tool.kind === 'write') addChange(tool, output, parts);
  const draft: Draft = { type: 'tool_result', role: 'tool', tool };
  if (call) draft.parentId = call.event;
  if (parts.length > 0) draft.parts = parts;
  if (result.extra) draft.extra = result.extra;
  addEvent(frame, draft);
  if (call) out.patch(call.event, { completedAt: time, tool: { status: tool.status, exitCode: tool.exitCode } });
  if (isRefused) addRefusal(frame, tool, call?.action);
}

/** `droid exec` may do what its autonomy allows; what needs more ends the run. */
const REFUSAL = 'Error: Exec ended early: insufficient permission';

function addRefusal(frame: Frame, { name, callId, output }: Tool, action: string | undefined): void {
  const id = callId ?? frame.base;
  const permission = { id, action: action ?? name, status: 'reject', callId: id, by: 'config', reason: output };
  addEvent(frame, { type: 'permission', permission });
}

function outputOf(frame: Frame, content: unknown, parts: Part[]): string {
  if (typeof content === 'string') return content;
  const texts: string[] = [];
  for (const block of listOf(content)) {
    if (isObject(block) && typeof block['text'] === 'string') texts.push(block['text']);
    else parts.push(isObject(block) ? imagePart(block, frame.out) : { type: 'json', json: block });
  }
  return texts.join('\n');
}

const FAILED = /^Error: Command failed \(exit code: (-?\d{1,10})\)\n/;
const EXITED = /\n*\[Process exited with code (-?\d{1,10})\]\s*$/;

/** The exit code stands in a line before and in one after the output. */
function addCommand(tool: Tool, output: string): void {
  const head = FAILED.exec(output.slice(0, 100));
  const tail = EXITED.exec(output.slice(-100));
  const code = tail?.[1] ?? head?.[1];
  if (code !== undefined) {
    tool.exitCode = Number(code);
    if (tool.exitCode !== 0 && tool.status === 'ok') tool.status = 'error';
  }
  const end = tail ? output.length - tail[0].length : output.length;
  tool.stdout = output.slice(head?.[0].length ?? 0, Math.max(head?.[0].length ?? 0, end));
}

/** A change is told as JSON in a string; nothing else begins like that. */
function addChange(tool: Tool, output: string, parts: Part[]): void {
  const result = output.startsWith('{"') ? parsed(output) : undefined;
  if (!result) return;
  tool.result = result;
  if (result['success'] === false && tool.status === 'ok') tool.status = 'error';
  const path = stringOf(result['file_path']);
  if (path === undefined) return;
  const diff = unifiedDiff(path, result['diffLines']);
  const action = tool.kind === 'write' ? 'write' : 'patch';
  parts.push({ type: 'file_ref', path, action, ...(diff ? { diff } : {}) });
}

function parsed(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
