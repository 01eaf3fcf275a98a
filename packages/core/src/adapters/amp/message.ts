/** Messages of a thread: the user's words, results of tools, responses, and notes of the program (`info`). */
import { readTime } from '../../reading/time.ts';
import type { Part } from '../../transcript.ts';
import { addBlock, addResult, assistantDraft, imagePart } from './blocks.ts';
import { addEvent, type Draft, type Frame } from './frame.ts';
import { isObject, listOf, messageIdOf, type Native, pathOf, restOf, textOf } from './native.ts';
import { callOf, type ReaderState } from './state.ts';
import { runOf } from './tool-run.ts';
import { messageUsage } from './usage.ts';

/** Turns a message into events. One of an unknown role is left alone. */
export function readMessage(frame: Frame, message: Native): void {
  const { role } = message;
  if (role === 'user') readUser(frame, message);
  else if (role === 'assistant') readAssistant(frame, message);
  else if (role === 'info') readInfo(frame, message);
}

/** A time of its own: when the user sent it, when the service kept it, or when the model answered. */
export function timeOf(message: Native): string | undefined {
  const { meta, createdAt, usage } = message;
  const sent = isObject(meta) ? readTime(meta['sentAt']) : undefined;
  return sent ?? readTime(createdAt) ?? (isObject(usage) ? readTime(usage['timestamp']) : undefined);
}

const KNOWN_USER = new Set([
  'role',
  'content',
  'messageId',
  'threadId',
  'meta',
  'createdAt',
  'fileMentions',
  'parentToolUseId',
]);
const KNOWN_META = new Set(['sentAt']);

function readUser(frame: Frame, message: Native): void {
  const words: string[] = [];
  const parts: Part[] = [];
  const content =
    typeof message['content'] === 'string' ? [{ type: 'text', text: message['content'] }] : listOf(message['content']);
  const results = content.filter((block) => isObject(block) && block['type'] === 'tool_result') as Native[];
  for (const block of content) {
    if (!isObject(block)) parts.push({ type: 'json', json: block });
    else if (block['type'] === 'text') words.push(textOf(block['text']) ?? '');
    else if (block['type'] === 'image') parts.push(imagePart(block, frame.out));
    else if (block['type'] !== 'tool_result') parts.push({ type: 'json', json: block });
  }
  for (const result of results) readResult(frame, result);
  parts.push(...mentionedFiles(message['fileMentions']));
  if (words.length + parts.length === 0 && results.length > 0) return;
  if (frame.source === undefined) frame.state.turn = frame.count === 0 ? frame.base : `${frame.base}.${frame.count}`;
  const extra = { ...restOf(message, KNOWN_USER), ...metaRest(message['meta']) };
  addEvent(frame, {
    type: 'user_message',
    role: 'user',
    text: words.join('\n'),
    ...(parts.length > 0 ? { parts } : {}),
    ...(Object.keys(extra).length > 0 ? { extra } : {}),
  });
}

function metaRest(meta: unknown): Native {
  const rest = isObject(meta) ? restOf(meta, KNOWN_META) : undefined;
  return rest ? { meta: rest } : {};
}

/** Files that the user named with `@`; their text went to the model. */
function mentionedFiles(mentions: unknown): Part[] {
  const files = isObject(mentions) ? listOf(mentions['files']) : [];
  return files.filter(isObject).map((file) => ({
    type: 'file_ref',
    path: pathOf(file['uri']),
    action: 'read',
    ...(textOf(file['content']) ? { text: file['content'] } : {}),
  }));
}

function readResult(frame: Frame, block: Native): void {
  const { state } = frame;
  const callId = textOf(block['toolUseID']);
  const run = isObject(block['run']) ? block['run'] : {};
  const name = callOf(state, callId)?.name ?? 'unknown';
  addResult(frame, runOf(name, callId, run));
  const status = run['status'];
  if (status === 'rejected-by-user') decide(frame, name, callId, 'reject', run);
  else if (status === 'blocked-on-user') decide(frame, name, callId, 'requested', run);
}

/** The user was asked, or said no: the run is all that a thread keeps of it. */
function decide(frame: Frame, action: string, callId: string | undefined, status: string, run: Native): void {
  const reason = textOf(run['reason']);
  addEvent(frame, {
    type: 'permission',
    permission: {
      id: callId ?? frame.base,
      action,
      status,
      ...(callId ? { callId } : {}),
      ...(status === 'reject' ? { by: 'user' } : {}),
      ...(reason ? { reason } : {}),
    },
  });
}

const KNOWN_ASSISTANT = new Set([
  'role',
  'content',
  'messageId',
  'threadId',
  'createdAt',
  'usage',
  'readAt',
  'parentToolUseId',
]);

function readAssistant(frame: Frame, message: Native): void {
  const { state, out } = frame;
  const ended = isObject(message['state']) ? message['state'] : {};
  const stopped = ended['type'] === 'cancelled' || ended['type'] === 'error';
  const drafts = listOf(message['content']).map((block) => assistantDraft(block, out, stopped));
  drafts.push(...endDrafts(ended));
  if (drafts.length === 0) drafts.push({ type: 'meta', role: 'assistant' });
  const first = drafts[0] as Draft;
  const usage = messageUsage(message['usage'], responseIdOf(state, message['messageId']));
  if (usage) first.usage = usage;
  const rest = restOf(message, KNOWN_ASSISTANT);
  if (rest) first.extra = { ...first.extra, ...rest };
  describe(frame, drafts, isObject(message['usage']) ? textOf(message['usage']['model']) : undefined);
}

/** Adds the events of a response with the model and the mode behind them. */
export function describe(frame: Frame, drafts: readonly Draft[], model: string | undefined): void {
  for (const draft of drafts) {
    if (model !== undefined) draft.model = model;
    if (frame.state.mode !== undefined) draft.variant = frame.state.mode;
    addBlock(frame, draft);
  }
}

function endDrafts(ended: Native): Draft[] {
  if (ended['type'] === 'cancelled') return [{ type: 'status', status: { label: 'cancelled' } }];
  if (ended['type'] !== 'error') return [];
  const { error } = ended;
  const message = (isObject(error) ? textOf(error['message']) : textOf(error)) ?? 'the response failed';
  return [{ type: 'error', error: { message } }];
}

/** Message ids count from zero in each thread: the thread makes them unique. */
export function responseIdOf({ thread }: ReaderState, messageId: unknown): string | undefined {
  const id = messageIdOf(messageId);
  return id === undefined ? undefined : `${thread ?? ''}/${id}`;
}

const KNOWN_INFO = new Set(['role', 'content', 'messageId', 'threadId', 'createdAt', 'parentToolUseId']);

function readInfo(frame: Frame, message: Native): void {
  for (const block of listOf(message['content'])) {
    if (!isObject(block)) continue;
    if (block['type'] === 'manual_bash_invocation') readUserCommand(frame, block);
    else if (block['type'] === 'summary') readSummary(frame, block);
    else addEvent(frame, infoDraft(block));
  }
  const rest = restOf(message, KNOWN_INFO);
  if (frame.count === 0) addEvent(frame, { type: 'meta', ...(rest ? { extra: rest } : {}) });
}

function infoDraft(block: Native): Draft {
  if (block['type'] !== 'text') return { type: 'meta', extra: { block } };
  return { type: 'system', role: 'system', text: textOf(block['text']) ?? '' };
}

const KNOWN_SUMMARY = new Set(['type', 'summary']);

/** A summary that stands for what the model no longer sees. */
function readSummary(frame: Frame, block: Native): void {
  const summary = isObject(block['summary']) ? block['summary'] : {};
  const rest = restOf(summary, KNOWN_SUMMARY);
  addEvent(frame, {
    type: 'system',
    role: 'system',
    audience: 'model',
    text: textOf(summary['summary']) ?? '',
    status: { label: 'compaction' },
    ...(rest ? { extra: rest } : {}),
  });
}

/** A command that the user ran (`$ ls`): a call of the user's own, and its result. Hidden ones stay from the model. */
function readUserCommand(frame: Frame, block: Native): void {
  const callId = frame.count === 0 ? frame.base : `${frame.base}.${frame.count}`;
  const run = isObject(block['toolRun']) ? block['toolRun'] : {};
  const { tool, parts, rest } = runOf('Bash', callId, run);
  const { name, kind, status, exitCode } = tool;
  const audience = block['hidden'] === true ? { audience: 'user' } : {};
  const code = exitCode === undefined ? {} : { exitCode };
  const call = addEvent(frame, {
    type: 'tool_call',
    role: 'user',
    tool: { name, callId, kind, input: block['args'], status, ...code },
    ...audience,
  });
  const extra = rest ? { extra: rest } : {};
  addEvent(frame, {
    type: 'tool_result',
    role: 'tool',
    parentId: call,
    tool,
    ...(parts.length > 0 ? { parts } : {}),
    ...extra,
    ...audience,
  });
}
