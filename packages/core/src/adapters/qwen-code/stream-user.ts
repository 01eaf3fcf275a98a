/** A user line of the stream: results of tools, what a subagent is asked, notices of the program. */
import { recall } from '../../reading/recent.ts';
import type { Part } from '../../transcript.ts';
import { addEvent, type Draft } from './frame.ts';
import { isObject, type Json, listOf, objectOf, stringOf, wordOf } from './native.ts';
import type { StreamFrame } from './stream-json.ts';
import { commandOutput, exitCodeOf, resultTool, statusOf } from './tools.ts';

export function readUserLine(frame: StreamFrame): void {
  const { content } = objectOf(frame.value['message']);
  const blocks: unknown[] = typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content);
  const words: string[] = [];
  const parts: Part[] = [];
  for (const block of blocks) {
    if (!isObject(block)) parts.push({ type: 'json', json: block });
    else if (block['type'] === 'tool_result') addResult(frame, block);
    else if (block['type'] === 'text') words.push(stringOf(block['text']) ?? '');
    else parts.push(partOf(frame, block));
  }
  if (words.length + parts.length === 0 && frame.count > 0) return;
  addWords(frame, words.join('\n'), parts);
}

/** Background work that ended is told in the user's name. */
const NOTICE = /^Background (?:agent|shell|monitor|task)\b/;

function addWords(frame: StreamFrame, text: string, parts: Part[]): void {
  const isNotice = frame.agent === '' && NOTICE.test(text.slice(0, 40));
  const draft: Draft = isNotice
    ? { type: 'system', role: 'system', audience: 'user', text }
    : { type: 'user_message', role: 'user', text };
  if (parts.length > 0) draft.parts = parts;
  if (!isNotice && frame.agent === '') frame.state.turn = frame.base;
  addEvent(frame, draft);
}

function partOf({ out }: StreamFrame, block: Json): Part {
  const source = objectOf(block['source']);
  const mime = stringOf(source['media_type']) ?? 'application/octet-stream';
  if (block['type'] !== 'image' || typeof source['data'] !== 'string') return { type: 'json', json: block };
  return { type: 'image', mime, hash: out.attach(mime, source['data']) };
}

function addResult(frame: StreamFrame, block: Json): void {
  const { state, out } = frame;
  const callId = wordOf(block['tool_use_id']) ?? frame.base;
  const call = recall(state.calls, callId);
  if (!call) out.problem('unpaired-result', `no call ${callId} before this result`);
  const parts: Part[] = [];
  const output = outputOf(frame, block['content'], parts);
  const failed = block['is_error'] === true;
  const status = statusOf(failed ? 'error' : 'success', failed, output);
  const tool = resultTool(call?.name ?? 'unknown', callId, output, status);
  tool.rawStatus = block['is_error'];
  if (tool.kind === 'shell') {
    tool.stdout = commandOutput(output);
    const code = exitCodeOf(output);
    if (code !== undefined) tool.exitCode = code;
  }
  const draft: Draft = { type: 'tool_result', role: 'tool', tool };
  if (call) draft.parentId = call.event;
  if (parts.length > 0) draft.parts = parts;
  addEvent(frame, draft);
  if (call) out.patch(call.event, { tool: { status: tool.status, exitCode: tool.exitCode } });
}

function outputOf(frame: StreamFrame, content: unknown, parts: Part[]): string {
  if (typeof content === 'string') return content;
  const texts: string[] = [];
  for (const block of listOf(content)) {
    if (!isObject(block)) continue;
    if (typeof block['text'] === 'string') texts.push(block['text']);
    else parts.push(partOf(frame, block));
  }
  return texts.join('\n');
}
