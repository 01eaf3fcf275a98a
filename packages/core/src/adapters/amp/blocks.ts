/** Content blocks, the same in threads and in the stream but for the tools' results. */
import type { Part } from '../../transcript.ts';
import type { Output } from '../contract.ts';
import { addEvent, type Draft, type Frame } from './frame.ts';
import { isObject, type Native, pathOf, restOf, textOf } from './native.ts';
import { callOf, noteCall } from './state.ts';
import type { ToolRun } from './tool-run.ts';
import { kindOf, serverOf } from './tools.ts';

/** `blockState` only says that a block is complete. */
const KNOWN: Record<string, ReadonlySet<string>> = {
  text: new Set(['type', 'text', 'blockState']),
  thinking: new Set(['type', 'thinking', 'blockState']),
  redacted_thinking: new Set(['type', 'blockState']),
  tool_use: new Set(['type', 'id', 'name', 'input', 'complete', 'blockState']),
  image: new Set(['type', 'source', 'blockState']),
};

/** A block of the assistant as an event; blocks of unknown types are kept as they are. */
export function assistantDraft(block: unknown, out: Output, stopped: boolean): Draft {
  if (!isObject(block)) return { type: 'meta', role: 'assistant', extra: { block } };
  const type = block['type'] === 'server_tool_use' ? 'tool_use' : String(block['type']);
  const draft = knownDraft(type, block, out, stopped);
  if (!draft) return { type: 'meta', role: 'assistant', extra: { block } };
  const rest = restOf(block, KNOWN[type] as ReadonlySet<string>);
  if (rest) draft.extra = rest;
  return draft;
}

function knownDraft(type: string, block: Native, out: Output, stopped: boolean): Draft | undefined {
  switch (type) {
    case 'text':
      return { type: 'assistant_message', role: 'assistant', text: textOf(block['text']) ?? '' };
    case 'thinking':
      return { type: 'reasoning', role: 'assistant', text: textOf(block['thinking']) ?? '' };
    case 'redacted_thinking':
      return { type: 'reasoning', role: 'assistant', parts: [{ type: 'reasoning', visibility: 'private' }] };
    case 'tool_use':
      return callDraft(block, stopped);
    case 'image':
      return { type: 'assistant_message', role: 'assistant', parts: [imagePart(block, out)] };
    default:
      return undefined;
  }
}

function callDraft(block: Native, stopped: boolean): Draft {
  const name = textOf(block['name']) ?? 'unknown';
  const server = serverOf(name);
  const tool = {
    name,
    callId: textOf(block['id']),
    kind: kindOf(name),
    input: block['input'],
    status: stopped ? 'interrupted' : 'running',
    ...(server === undefined ? {} : { server }),
  };
  return { type: 'tool_call', role: 'assistant', tool };
}

/** Adds the event of a block, and keeps what the result needs to know of a call. */
export function addBlock(frame: Frame, draft: Draft): void {
  const id = addEvent(frame, draft);
  const { tool } = draft;
  if (draft.type === 'tool_call' && tool?.callId !== undefined) noteCall(frame.state, tool.callId, id, tool.name);
}

/** A tool's result, and how its call ended. */
export function addResult(frame: Frame, { tool, parts, rest }: ToolRun): void {
  const { state, out, time } = frame;
  const call = callOf(state, tool.callId);
  if (!call) out.problem('unpaired-result', `no call ${String(tool.callId).slice(0, 80)} before this result`);
  addEvent(frame, {
    type: 'tool_result',
    role: 'tool',
    tool,
    ...(call ? { parentId: call.event } : {}),
    ...(parts.length > 0 ? { parts } : {}),
    ...(rest ? { extra: rest } : {}),
  });
  if (!call) return;
  const { status, exitCode, rawStatus } = tool;
  const isOver = status !== 'running';
  out.patch(call.event, {
    tool: { status, ...(exitCode === undefined ? {} : { exitCode }), ...(isOver ? {} : { rawStatus }) },
    ...(isOver && time !== undefined ? { completedAt: time } : {}),
  });
}

export function imagePart(block: Native, out: Output): Part {
  const source: Native = isObject(block['source']) ? block['source'] : {};
  const mime = textOf(source['mediaType'] ?? source['media_type']) ?? 'application/octet-stream';
  const { data, url } = source;
  const path = pathOf(block['sourcePath']);
  const where = path === undefined ? {} : { path };
  if (typeof data === 'string' && data !== '') return { type: 'image', mime, hash: out.attach(mime, data), ...where };
  return typeof url === 'string' ? { type: 'image', mime, url, ...where } : { type: 'image', mime, ...where };
}
