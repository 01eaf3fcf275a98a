/**
 * The stream of `amp --execute --stream-json`: Claude Code's shape, without ids and times. Sessions are named
 * `T-…`, which tells the two apart. Thinking is there only with `--stream-json-thinking`.
 */

import { subagentSource } from '../../events/source-path.ts';
import { wired } from '../../reading/wire/wired.ts';
import type { Head, LogDialect, NativeRecord, Output } from '../contract.ts';
import { addResult, assistantDraft, imagePart } from './blocks.ts';
import { addEvent, type Draft, type Frame } from './frame.ts';
import { describe } from './message.ts';
import { isObject, listOf, type Native, nameOf, restOf, textOf } from './native.ts';
import { beginState, callOf, isNewAgent, type ReaderState } from './state.ts';
import { streamRunOf } from './tool-run.ts';
import { streamUsage } from './usage.ts';

export const stream: LogDialect<ReaderState> = wired({
  id: 'stream-json',
  kind: 'log',
  live: true,
  ownIds: 'texts',
  detect,
  begin: beginState,
  read,
});

const TYPES = new Set(['system', 'user', 'assistant', 'result']);

function detect({ records }: Head): number {
  const own = records.filter(
    ({ type, session_id, uuid }) =>
      TYPES.has(type as string) && typeof session_id === 'string' && session_id.startsWith('T-') && uuid === undefined,
  );
  return own.length > 0 && own.length * 2 > records.length ? 1 : 0;
}

function read(state: ReaderState, record: NativeRecord, out: Output): void {
  const event: Native = record.value;
  const type = textOf(event['type']) ?? '';
  const thread = nameOf(event['session_id']);
  if (thread !== undefined && state.thread !== thread) {
    state.thread = thread;
    out.session({ nativeId: thread });
  }
  const parent = nameOf(event['parent_tool_use_id']);
  if (parent !== undefined && isNewAgent(state, parent))
    out.session({ agents: { [parent]: { id: parent, callId: parent } } });
  const source = parent === undefined ? undefined : subagentSource(parent);
  const base = `${record.ref}${tagOf(state, event)}`;
  const frame: Frame = { state, record, out, type: type.slice(0, 40), base, source, count: 0 };
  if (Object.hasOwn(EVENTS, type)) EVENTS[type]?.(frame, event);
}

/**
 * Two runs of a thread begin with the same record, so its place is not enough of an id: what was said so far goes
 * into it.
 */
function tagOf(state: ReaderState, event: Native): string {
  const [block] = contentOf(event);
  const said = isObject(block)
    ? textOf(block['text'] ?? block['thinking'] ?? block['id'] ?? block['tool_use_id'])
    : undefined;
  if (said !== undefined) state.said = shortHash(`${state.said ?? ''}${said.slice(0, 200)}`);
  return state.said === undefined ? '' : `-${state.said}`;
}

/** FNV-1a: enough to tell a few runs apart. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36);
}

const EVENTS: Record<string, (frame: Frame, event: Native) => void> = {
  system: readSystem,
  user: readUser,
  assistant: readAssistant,
  result: readResult,
};

const ENVELOPE = new Set(['type', 'subtype', 'session_id', 'parent_tool_use_id']);

function readSystem(frame: Frame, event: Native): void {
  const { state, out } = frame;
  const session = restOf(event, ENVELOPE) ?? {};
  if (event['subtype'] !== 'init') {
    addEvent(frame, { type: 'status', status: { label: textOf(event['subtype']) ?? 'system' }, extra: session });
    return;
  }
  state.mode = nameOf(event['agent_mode']) ?? state.mode;
  out.session({ environment: { cwd: textOf(event['cwd']) } });
  addEvent(frame, { type: 'session', phase: 'started', session, ...(state.mode ? { variant: state.mode } : {}) });
}

function readUser(frame: Frame, event: Native): void {
  const content = contentOf(event);
  const words = content.flatMap((block) =>
    isObject(block) && block['type'] === 'text' ? [textOf(block['text']) ?? ''] : [],
  );
  const parts = content.flatMap((block) =>
    isObject(block) && block['type'] === 'image' ? [imagePart(block, frame.out)] : [],
  );
  for (const block of content) if (isObject(block) && block['type'] === 'tool_result') readToolResult(frame, block);
  if (words.length + parts.length === 0 && frame.count > 0) return;
  const draft: Draft = { type: 'user_message', role: 'user', text: words.join('\n') };
  if (parts.length > 0) draft.parts = parts;
  if (frame.source === undefined) frame.state.turn = frame.base;
  addEvent(frame, draft);
}

function readToolResult(frame: Frame, block: Native): void {
  const callId = textOf(block['tool_use_id']);
  const name = callOf(frame.state, callId)?.name ?? 'unknown';
  addResult(frame, streamRunOf(name, callId, block['content'], block['is_error']));
}

const KNOWN_MESSAGE = new Set(['type', 'role', 'content', 'usage', 'model']);

function readAssistant(frame: Frame, event: Native): void {
  const message = isObject(event['message']) ? event['message'] : {};
  const drafts = contentOf(event).map((block) => assistantDraft(block, frame.out, false));
  if (drafts.length === 0) drafts.push({ type: 'meta', role: 'assistant' });
  const first = drafts[0] as Draft;
  const usage = streamUsage(message['usage']);
  if (usage) first.usage = usage;
  const rest = restOf(message, KNOWN_MESSAGE);
  if (rest) first.extra = { ...first.extra, ...rest };
  describe(frame, drafts, textOf(message['model']));
}

/** The end of the run; its text repeats the last message. */
function readResult(frame: Frame, event: Native): void {
  const { result, ...rest } = restOf(event, ENVELOPE) ?? {};
  const failure =
    textOf(event['error']) ?? (event['is_error'] === true ? (textOf(result) ?? 'the run failed') : undefined);
  if (failure !== undefined)
    addEvent(frame, { type: 'error', error: { message: failure, code: textOf(event['subtype']) } });
  addEvent(frame, {
    type: 'turn',
    phase: 'ended',
    status: { label: textOf(event['subtype']) ?? 'result' },
    extra: rest,
  });
}

function contentOf(event: Native): unknown[] {
  const content = isObject(event['message']) ? event['message']['content'] : undefined;
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return listOf(content);
}
