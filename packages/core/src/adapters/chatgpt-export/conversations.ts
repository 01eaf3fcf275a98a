/**
 * `conversations.json`: a list of conversations, each a tree of messages. The branch that ends in `current_node` is the conversation;
 * messages of others are kept with the branch that they begin.
 */
import {
  addAnswer,
  addCall,
  addInjected,
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
import { isObject, type Json, listOf, objectOf, restOf, stringOf, wordOf } from '../../reading/native-values.ts';
import { readTime } from '../../reading/time.ts';
import type { Part } from '../../transcript.ts';
import type { DocumentDialect, DocumentPart, Head, NativeRecord, Output, ToolTable } from '../contract.ts';

interface State extends ConversationState {
  conversation?: string;
  /** The call that waits for its result: results name the tool alone. */
  open?: string;
}

const TOOLS: ToolTable = { python: 'shell', 'container.exec': 'shell', web: 'web', browser: 'web', 'web.run': 'web' };

export const conversations: DocumentDialect<State> = {
  id: 'conversations',
  kind: 'document',
  live: false,
  detect,
  begin: beginConversation,
  records,
  read,
};

function detect({ text, keys }: Head): number {
  if (keys.includes('mapping') && (keys.includes('current_node') || keys.includes('create_time'))) return 0.95;
  const head = text.slice(0, 20_000);
  return /^\s*\[\s*\{/.test(head) && /"mapping"\s*:\s*\{/.test(head) ? 0.9 : 0;
}

/** Each conversation: what is said of it, then its messages in order. */
function* records(document: unknown): Iterable<DocumentPart> {
  const isList = Array.isArray(document);
  const all = isList ? document : [document];
  for (let i = 0; i < all.length; i++) {
    const conversation = objectOf(all[i]);
    const at = isList ? `/${i}` : '';
    const { mapping, ...header } = conversation;
    yield { value: { conversation: header }, pointer: at };
    for (const { id, branch } of ordered(objectOf(mapping), stringOf(header['current_node']))) {
      const node = objectOf(mapping)[id];
      yield {
        value: { node, ...(branch ? { branch } : {}) },
        pointer: `${at}/mapping/${id.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      };
    }
  }
}

/** The branch that was read last, from its root; then every other, named by the message that begins it. */
function ordered(mapping: Json, current: string | undefined): { id: string; branch?: string }[] {
  const seen = new Set<string>();
  const path = pathTo(mapping, current, seen);
  const main: { id: string; branch?: string }[] = path.map((id) => ({ id }));
  for (const id of Object.keys(mapping)) {
    if (seen.has(id)) continue;
    const stack = [id];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      if (seen.has(next) || !Object.hasOwn(mapping, next)) continue;
      seen.add(next);
      main.push(path.length === 0 ? { id: next } : { id: next, branch: id });
      stack.push(
        ...listOf(objectOf(mapping[next])['children'])
          .filter((child) => typeof child === 'string')
          .reverse(),
      );
    }
  }
  return main;
}

function pathTo(mapping: Json, last: string | undefined, seen: Set<string>): string[] {
  const path: string[] = [];
  for (let id = last; id !== undefined && Object.hasOwn(mapping, id) && !seen.has(id); ) {
    seen.add(id);
    path.unshift(id);
    id = stringOf(objectOf(mapping[id])['parent']);
  }
  return path;
}

function read(state: State, record: NativeRecord, out: Output): void {
  const { conversation, node, branch } = record.value;
  if (isObject(conversation)) readConversation(state, conversation, record, out);
  else if (isObject(node) && state.conversation)
    readNode(state, node, stringOf(branch), record, out.in(state.conversation));
}

function readConversation(state: State, header: Json, record: NativeRecord, out: Output): void {
  const id = wordOf(header['id']) ?? wordOf(header['conversation_id']) ?? record.ref;
  Object.assign(state, { ...beginConversation(), turn: undefined, open: undefined, conversation: id });
  const own = out.in(id);
  const [title, time] = [stringOf(header['title']), readTime(header['create_time'])];
  own.session({ nativeId: id, startedAt: time, ...(title ? { title: { text: title, rank: 1 } } : {}) });
  const frame = conversationOf(TOOLS, state, record, own, { type: 'conversation', id, time });
  addEvent(frame, { type: 'session', phase: 'started', session: header });
}

const MESSAGE: ReadonlySet<string> = new Set(['id', 'author', 'create_time', 'content', 'recipient']);

function readNode(state: State, node: Json, branch: string | undefined, record: NativeRecord, out: Output): void {
  const message = objectOf(node['message']);
  const id = wordOf(message['id']) ?? wordOf(node['id']);
  const facts = { type: 'message', id, time: readTime(message['create_time']) };
  const frame = conversationOf(TOOLS, state, record, out, facts);
  const author = objectOf(message['author']);
  const content = objectOf(message['content']);
  const { text, parts } = wordsOf(content);
  const model = stringOf(objectOf(message['metadata'])['model_slug']);
  const beside: Beside & { branch?: string } = {
    ...(model ? { model } : {}),
    ...(parts.length > 0 ? { parts } : {}),
    extra: restOf(message, MESSAGE),
    ...(branch ? { branch } : {}),
  };
  const recipient = stringOf(message['recipient']) ?? 'all';
  if (author['role'] === 'user') addPrompt(frame, text, beside);
  else if (author['role'] === 'system') addInjected(frame, text, beside);
  else if (author['role'] === 'tool') readResult(frame, stringOf(author['name']), text, beside);
  else if (author['role'] === 'assistant' && recipient !== 'all') readCall(frame, recipient, content, text, beside);
  else if (author['role'] === 'assistant' && isThought(content)) addThought(frame, text, beside);
  else if (author['role'] === 'assistant') addAnswer(frame, text, beside);
  else addNote(frame, 'node', restOf(node, new Set(['children', 'parent'])), branch ? ({ branch } as Beside) : {});
}

const isThought = ({ content_type: type }: Json) => type === 'thoughts' || type === 'reasoning_recap';

function wordsOf(content: Json): { text: string; parts: Part[] } {
  const texts: string[] = [];
  const parts: Part[] = [];
  for (const part of listOf(content['parts'])) {
    if (typeof part === 'string') texts.push(part);
    else if (isObject(part) && typeof part['text'] === 'string') texts.push(part['text']);
    else if (isObject(part) && part['content_type'] === 'image_asset_pointer')
      parts.push({ type: 'image', url: String(part['asset_pointer']) });
    else parts.push({ type: 'json', json: part });
  }
  for (const thought of listOf(content['thoughts'])) texts.push(stringOf(objectOf(thought)['content']) ?? '');
  const own = stringOf(content['text']) ?? stringOf(content['result']) ?? stringOf(content['content']);
  if (own) texts.push(own);
  return { text: texts.join('\n'), parts };
}

function readCall(frame: Conversation<State>, name: string, content: Json, text: string, beside: Beside): void {
  const input = content['content_type'] === 'code' ? { code: text } : { text };
  frame.state.open = frame.base;
  addCall(frame, { callId: frame.base, name, input }, beside);
}

/** A result follows the call; one that follows none is a note of the tool. */
function readResult(
  frame: Conversation<State>,
  name: string | undefined,
  output: string,
  { extra, parts, branch }: Beside & { branch?: string },
): void {
  const { open } = frame.state;
  frame.state.open = undefined;
  if (open === undefined)
    addNote(frame, name ?? 'tool', { ...extra, output }, { ...(branch ? { branch } : {}) } as Beside);
  else addResult(frame, { callId: open, name, output, status: 'ok', parts, extra });
}
