/** Session files: a header, then messages by role with content in blocks; what the program put in is tagged. */
import {
  addAnswer,
  addCall,
  addInjected,
  addNote,
  addPrompt,
  addResult,
  addThought,
  beginConversation,
  type Conversation,
  type ConversationState,
  conversationOf,
} from '../../reading/conversation.ts';
import { addEvent } from '../../reading/event-frame.ts';
import {
  isObject,
  type Json,
  listOf,
  objectOf,
  restOf,
  stringOf,
  textOf,
  wordOf,
} from '../../reading/native-values.ts';
import { readTime } from '../../reading/time.ts';
import type { Head, LogDialect, NativeRecord, Output, SessionFacts, ToolTable } from '../contract.ts';

export const sessionLog: LogDialect<ConversationState> = {
  id: 'session-log',
  kind: 'log',
  live: false,
  detect,
  begin: beginConversation,
  read,
};

function detect({ records }: Head): number {
  const [header, ...others] = records;
  const isHeader = header && typeof header['id'] === 'string' && 'creationReason' in header && 'createdAt' in header;
  return isHeader && others.every(({ role }) => typeof role === 'string') ? 0.95 : 0;
}

const TOOLS: ToolTable = {
  executeshellcommand: 'shell',
  shell: 'shell',
  bash: 'shell',
  read: 'read',
  readfile: 'read',
  write: 'write',
  edit: 'edit',
  grep: 'search',
  glob: 'search',
  subagent: 'task',
};

function read(state: ConversationState, record: NativeRecord, out: Output): void {
  const value: Json = record.value;
  const role = stringOf(value['role']);
  const time = readTime(value['createdAt']);
  const id = role === undefined ? wordOf(value['id']) : undefined;
  const frame = conversationOf(TOOLS, state, record, out, { type: role ?? 'session', id, time });
  if (role === undefined) readHeader(frame, value, time);
  else if (role === 'system') readSystem(frame, value);
  else if (role === 'user') readUser(frame, value);
  else if (role === 'assistant') readAssistant(frame, value);
  else if (role === 'tool') readResults(frame, value);
  else if (role === 'finish')
    addEvent(frame, { type: 'turn', phase: 'ended', ...kept(value, new Set(['role', 'createdAt'])) });
  else addNote(frame, role, restOf(value, MESSAGE));
}

const MESSAGE: ReadonlySet<string> = new Set(['role', 'content', 'createdAt']);

function kept(value: Json, known = MESSAGE): { extra?: Json } {
  const extra = restOf(value, known);
  return extra ? { extra } : {};
}

/** Reasons for which a session goes on with another. */
const CONTINUES: ReadonlySet<unknown> = new Set([
  'directContinuation',
  'summarizedContinuation',
  'summarizationRequest',
]);

function readHeader(frame: Conversation, value: Json, startedAt: string | undefined): void {
  if (typeof value['id'] !== 'string') return;
  const parent = wordOf(value['parentId']);
  const [title, endedAt] = [stringOf(value['title']), readTime(value['updatedAt'])];
  const facts: SessionFacts = {
    nativeId: wordOf(value['id']),
    ...(startedAt ? { startedAt } : {}),
    ...(endedAt ? { endedAt } : {}),
    ...(title ? { title: { text: title, rank: 1 } } : {}),
    ...(parent && CONTINUES.has(value['creationReason']) ? { lineage: { kind: 'resume', of: parent } } : {}),
  };
  frame.out.session(facts);
  addEvent(frame, { type: 'session', phase: 'started', session: value });
}

function readSystem(frame: Conversation, value: Json): void {
  const text = textOf(value['content']) ?? '';
  const cwd = /^Working directory:\s+(\S.*)$/m.exec(text.slice(0, 100_000))?.[1]?.trim();
  if (cwd) frame.out.session({ environment: { cwd } });
  addInjected(frame, text, kept(value));
}

const INPUT: ReadonlySet<unknown> = new Set([undefined, '', 'user-input']);

function readUser(frame: Conversation, value: Json): void {
  const { content } = value;
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content).filter(isObject);
  const isSaid = (block: Json) => block['type'] === 'text' && INPUT.has(block['tag']);
  const said = blocks.filter(isSaid).map(({ text }) => textOf(text) ?? '');
  if (said.length > 0) addPrompt(frame, said.join('\n'), kept(value));
  for (const block of blocks)
    if (!isSaid(block)) addInjected(frame, textOf(block['text']) ?? textOf(block['content']) ?? '', { extra: block });
  if (frame.count === 0) addNote(frame, 'user', value);
}

function readAssistant(frame: Conversation, value: Json): void {
  const model = stringOf(value['model']);
  const beside = () => ({ ...(model ? { model } : {}), ...(frame.count === 0 ? kept(value) : {}) });
  const { content } = value;
  for (const block of typeof content === 'string'
    ? [{ type: 'text', text: content }]
    : listOf(content).filter(isObject)) {
    const text = textOf(block['text']) ?? '';
    if (block['type'] === 'text') addAnswer(frame, text, beside());
    else if (block['type'] === 'reasoning') addThought(frame, text, beside());
    else if (block['type'] === 'tool-call') {
      const callId = wordOf(block['toolCallId']) ?? `${frame.base}#${frame.count}`;
      addCall(frame, { callId, name: stringOf(block['toolName']) ?? 'unknown', input: block['input'] }, beside());
    } else addNote(frame, 'block', objectOf(block), beside());
  }
  if (frame.count === 0) addNote(frame, 'assistant', value);
}

function readResults(frame: Conversation, value: Json): void {
  for (const block of listOf(value['content']).filter(isObject)) {
    if (block['type'] !== 'tool-result') {
      addNote(frame, 'block', block);
      continue;
    }
    const content = listOf(block['content']).map(objectOf);
    const failed = block['isError'] === true;
    addResult(frame, {
      callId: wordOf(block['toolCallId']) ?? frame.base,
      name: stringOf(block['toolName']),
      output: content.map(({ text }) => textOf(text) ?? '').join('\n'),
      status: failed ? 'error' : 'ok',
      rawStatus: block['isError'],
      result: content,
    });
  }
  if (frame.count === 0) addNote(frame, 'tool', value);
}
