/** One session: a document that is rewritten whole. It holds no times; items have no ids, so their place names them. */
import { chatContent } from '../../reading/chat-content.ts';
import {
  addAnswer,
  addCall,
  addInjected,
  addNote,
  addPrompt,
  addResult,
  addThought,
  argumentsOf,
  beginConversation,
  type Conversation,
  type ConversationState,
  conversationOf,
} from '../../reading/conversation.ts';
import { addEvent } from '../../reading/event-frame.ts';
import { isObject, type Json, listOf, objectOf, restOf, stringOf, wordOf } from '../../reading/native-values.ts';
import { note, type Recent, recall } from '../../reading/recent.ts';
import type { Part } from '../../transcript.ts';
import type { DocumentDialect, DocumentPart, Head, NativeRecord, Output } from '../contract.ts';
import { TOOLS } from './native.ts';
import { usageOf } from './usage.ts';

interface State extends ConversationState {
  session?: string;
  /** Calls whose result stood beside them; a message with it repeats that. */
  answered: Recent<true>;
}

export const session: DocumentDialect<State> = {
  id: 'session',
  kind: 'document',
  live: false,
  detect,
  begin: () => ({ ...beginConversation(), answered: [] }),
  records,
  read,
};

const OWN = ['sessionId', 'title', 'workspaceDirectory', 'history'];

/** The editor of another company keeps the same shape, and says which of its own runs each item belongs to. */
function detect({ records: lines, keys, text }: Head): number {
  if (lines.length > 1 || !OWN.every((key) => keys.includes(key))) return 0;
  return text.includes('"executionId"') ? 0.6 : 0.95;
}

function* records(document: unknown): Iterable<DocumentPart> {
  const { history, ...header } = objectOf(document);
  yield { value: header, pointer: '' };
  const items = listOf(history);
  for (let i = 0; i < items.length; i++) yield { value: items[i], pointer: `/history/${i}` };
}

function read(state: State, record: NativeRecord, out: Output): void {
  const value: Json = record.value;
  if (isObject(value['message'])) readItem(state, value, value['message'], record, out);
  else if (typeof value['sessionId'] === 'string') readHeader(state, value, record, out);
}

const PLACEHOLDERS = new Set(['Untitled Session', 'New Session']);

function readHeader(state: State, value: Json, record: NativeRecord, out: Output): void {
  const nativeId = wordOf(value['sessionId']);
  state.session = nativeId;
  const title = stringOf(value['title']);
  const cwd = folderOf(stringOf(value['workspaceDirectory']));
  out.session({
    nativeId,
    ...(cwd ? { environment: { cwd } } : {}),
    ...(title && !PLACEHOLDERS.has(title) ? { title: { text: title, rank: 1 } } : {}),
  });
  const frame = conversationOf(TOOLS, state, record, out, { type: 'session', id: nativeId });
  addEvent(frame, { type: 'session', phase: 'started', session: value });
}

/** A path, or the address of a folder as editors write it. */
function folderOf(text: string | undefined): string | undefined {
  if (!text?.startsWith('file://')) return text;
  try {
    return decodeURIComponent(text.slice('file://'.length));
  } catch {
    return text.slice('file://'.length);
  }
}

const ITEM: ReadonlySet<string> = new Set(['message', 'toolCallStates', 'contextItems', 'editorState', 'promptLogs']);
const MESSAGE: ReadonlySet<string> = new Set(['role', 'content', 'toolCalls', 'usage', 'toolCallId', 'id']);

function readItem(state: State, item: Json, message: Json, record: NativeRecord, out: Output): void {
  const role = stringOf(message['role']) ?? 'unknown';
  const place = record.native('item').pointer ?? '';
  const base = `${state.session ?? record.ref}${place}`;
  const frame = conversationOf(TOOLS, state, record, out, { type: role, base });
  const extra = extraOf(item, message);
  const { text, parts } = chatContent(message['content'], out);
  parts.push(...contextParts(item['contextItems']));
  const beside = { extra, ...(parts.length > 0 ? { parts } : {}) };
  if (role === 'user') addPrompt(frame, text, beside);
  else if (role === 'system') addInjected(frame, text, beside);
  else if (role === 'thinking') addThought(frame, text, beside);
  else if (role === 'assistant') readAnswer(frame, item, message, text, beside);
  else if (role === 'tool') readToolMessage(frame, message, text, extra);
  else addNote(frame, role, { ...extra, message });
}

function extraOf(item: Json, message: Json): Json | undefined {
  const rest = { ...restOf(item, ITEM), ...restOf(message, MESSAGE) };
  const logs = listOf(item['promptLogs']);
  if (logs.length > 0) rest['promptLogs'] = logs;
  return Object.keys(rest).length > 0 ? rest : undefined;
}

/** Files and other things that the user put into the prompt. */
function contextParts(items: unknown): Part[] {
  return listOf(items).map((item): Part => {
    const uri = objectOf(objectOf(item)['uri']);
    const path = folderOf(stringOf(uri['value']));
    return uri['type'] === 'file' && path ? { type: 'file_ref', path, action: 'read' } : { type: 'json', json: item };
  });
}

function readAnswer(frame: Conversation<State>, item: Json, message: Json, text: string, beside: object): void {
  const logs = objectOf(listOf(item['promptLogs'])[0]);
  const model = stringOf(objectOf(message['usage'])['model']) ?? stringOf(logs['modelTitle']);
  const usage = usageOf(message['usage'], frame.base);
  const served = model ? { model } : {};
  const calls = listOf(message['toolCalls']).filter(isObject);
  const first = { ...served, ...beside, ...(usage ? { usage } : {}) };
  if (text !== '' || calls.length === 0) addAnswer(frame, text, first);
  calls.forEach((call, i) => {
    const asked = objectOf(call['function']);
    const callId = wordOf(call['id']) ?? `${frame.base}#${i}`;
    const facts = {
      callId,
      name: stringOf(asked['name']) ?? 'unknown',
      input: argumentsOf(asked['arguments']),
    };
    addCall(frame, facts, frame.count === 0 ? first : served);
  });
  for (const state of listOf(item['toolCallStates'])) if (isObject(state)) readCallState(frame, state);
}

const STATUS: Readonly<Record<string, string>> = {
  done: 'ok',
  errored: 'error',
  canceled: 'denied',
};
const EXIT = /\(exit code (-?\d{1,10})\)/;

/** How a call ended, with what it answered. One that is still going on has no result yet. */
function readCallState(frame: Conversation<State>, state: Json): void {
  const callId = wordOf(state['toolCallId']);
  const raw = stringOf(state['status']) ?? '';
  const status = Object.hasOwn(STATUS, raw) ? STATUS[raw] : undefined;
  if (callId === undefined || status === undefined) return;
  const output = listOf(state['output'])
    .flatMap((item) => stringOf(objectOf(item)['content']) ?? [])
    .join('\n');
  const exit = EXIT.exec(output.slice(0, 200))?.[1];
  const parts = changedFile(output);
  note(frame.state.answered, callId, true, 200);
  addResult(frame, { callId, output, status, rawStatus: raw, parts, ...(exit ? { exitCode: Number(exit) } : {}) });
}

const DIFF = /\nDiff:\n(?:Index: [^\n]*\n=+\n)?(--- ([^\t\n]+)[^\n]*\n[\s\S]*)$/;

/** An edit answers with its diff. */
function changedFile(output: string): Part[] {
  const [, diff, path] = DIFF.exec(output) ?? [];
  return diff && path ? [{ type: 'file_ref', path, action: 'patch', diff }] : [];
}

/** The extension keeps the result as a message, too. */
function readToolMessage(frame: Conversation<State>, message: Json, output: string, extra: Json | undefined): void {
  const callId = wordOf(message['toolCallId']) ?? frame.base;
  if (recall(frame.state.answered, callId)) addNote(frame, 'tool message', { ...extra, callId, content: output });
  else addResult(frame, { callId, output, status: 'ok', extra });
}
