/** `chat-messages.json`: messages with blocks of text, thoughts, calls, questions and agents that hold blocks themselves. */
import { pictureAt } from '../../reading/chat-content.ts';
import {
  addAnswer,
  addCall,
  addNote,
  addPrompt,
  addResult,
  addThought,
  type Beside,
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
import type { Part } from '../../transcript.ts';
import type { DocumentDialect, Head, NativeRecord, Output, ToolTable } from '../contract.ts';

export const chatMessages: DocumentDialect<ConversationState> = {
  id: 'chat-messages',
  kind: 'document',
  live: false,
  detect,
  begin: beginConversation,
  *records(document) {
    const messages = listOf(document);
    for (let i = 0; i < messages.length; i++) yield { value: messages[i], pointer: `/${i}` };
  },
  read,
};

function detect({ text }: Head): number {
  const start = text.slice(0, 4096).trimStart();
  if (!start.startsWith('[')) return 0;
  return /"variant"\s*:\s*"(ai|user|agent|error)"/.test(start) &&
    /"timestamp"\s*:/.test(start) &&
    /"content"\s*:/.test(start)
    ? 0.9
    : 0;
}

const TOOLS: ToolTable = {
  run_terminal_command: 'shell',
  read_files: 'read',
  write_file: 'write',
  str_replace: 'edit',
  code_search: 'search',
  find_files: 'search',
  web_search: 'web',
  spawn_agents: 'task',
  ask_user: 'question',
  write_todos: 'todo',
};

const MESSAGE: ReadonlySet<string> = new Set([
  'id',
  'variant',
  'content',
  'blocks',
  'attachments',
  'fileAttachments',
  'userError',
]);

function read(state: ConversationState, record: NativeRecord, out: Output): void {
  if (!isObject(record.value)) return;
  const message: Json = record.value;
  const variant = stringOf(message['variant']) ?? 'message';
  // Most versions write the time of day alone, which stays beside.
  const frame = conversationOf(TOOLS, state, record, out, {
    type: variant,
    id: wordOf(message['id']),
    time: readTime(message['timestamp']),
  });
  const extra = restOf(message, MESSAGE);
  const beside: Beside = extra ? { extra } : {};
  const content = textOf(message['content']) ?? '';
  if (variant === 'user') addPrompt(frame, content, { ...beside, ...withFiles(message) });
  else if (variant === 'error') addEvent(frame, { type: 'error', error: { message: content }, ...beside });
  else readBlocks(frame, listOf(message['blocks']), content, beside);
  const failure = textOf(message['userError']);
  if (failure) addEvent(frame, { type: 'error', error: { message: failure } });
}

function withFiles(message: Json): { parts?: Part[] } {
  const given = [...listOf(message['attachments']), ...listOf(message['fileAttachments'])].map(objectOf);
  const parts = given.flatMap(({ path }): Part[] =>
    typeof path === 'string' ? [{ type: 'file_ref', path, action: 'read' }] : [],
  );
  return parts.length > 0 ? { parts } : {};
}

function readBlocks(frame: Conversation, blocks: readonly unknown[], content: string, beside: Beside): void {
  const first = (): Beside => (frame.count === 0 ? beside : {});
  if (content !== '' || blocks.length === 0) addAnswer(frame, content, first());
  for (const block of blocks) if (isObject(block)) readBlock(frame, block, first(), 0);
}

const DEEPEST = 8;
const TEXT: ReadonlySet<string> = new Set(['type', 'content', 'textType']);

function readBlock(frame: Conversation, block: Json, beside: Beside, depth: number): void {
  const type = stringOf(block['type']);
  const words = textOf(block['content']) ?? '';
  if (type === 'text' || type === 'plan') {
    const extra = { ...beside.extra, ...restOf(block, TEXT) };
    const add = block['textType'] === 'reasoning' ? addThought : addAnswer;
    add(frame, words, { ...beside, ...(Object.keys(extra).length > 0 ? { extra } : {}) });
  } else if (type === 'tool') readTool(frame, block, beside);
  else if (type === 'agent' && depth < DEEPEST) readAgent(frame, block, beside, depth);
  else if (type === 'image' && stringOf(block['image'])) {
    const mime = stringOf(block['mediaType']) ?? 'image/png';
    addAnswer(frame, '', { ...beside, parts: [pictureAt(`data:${mime};base64,${block['image']}`, frame.out)] });
  } else addNote(frame, type ?? 'block', block, beside);
}

const TOOL: ReadonlySet<string> = new Set([
  'type',
  'toolCallId',
  'toolName',
  'input',
  'output',
  'outputRaw',
  'isCollapsed',
  'userOpened',
]);

function readTool(frame: Conversation, block: Json, beside: Beside): void {
  const callId = wordOf(block['toolCallId']) ?? `${frame.base}#${frame.count}`;
  const extra = { ...beside.extra, ...restOf(block, TOOL) };
  const name = stringOf(block['toolName']) ?? 'unknown';
  addCall(frame, { callId, name, input: block['input'] }, Object.keys(extra).length > 0 ? { extra } : {});
  const [output, raw] = [textOf(block['output']), block['outputRaw']];
  if (output === undefined && raw === undefined) return;
  addResult(frame, {
    callId,
    name,
    output: output ?? JSON.stringify(raw),
    status: 'ok',
    ...(raw === undefined ? {} : { result: raw }),
  });
}

const AGENT: ReadonlySet<string> = new Set(['type', 'blocks', 'content', 'isCollapsed', 'userOpened']);

/** A subagent as it is shown: what it said and did stands inside. */
function readAgent(frame: Conversation, block: Json, beside: Beside, depth: number): void {
  addNote(frame, 'agent', { ...beside.extra, ...restOf(block, AGENT) });
  const words = textOf(block['content']);
  const blocks = listOf(block['blocks']);
  if (words && blocks.length === 0) addAnswer(frame, words);
  for (const inner of blocks) if (isObject(inner)) readBlock(frame, inner, {}, depth + 1);
}
