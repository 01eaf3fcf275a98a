/** A conversation of Forge: `{ id, title, context: { messages } }`. A message is `{ text }`, `{ tool }` or `{ image }`, wrapped or not. */
import type { StoreDatabase } from '../../host.ts';
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
import {
  countOf,
  isObject,
  type Json,
  listOf,
  objectOf,
  restOf,
  stringOf,
  wordOf,
} from '../../reading/native-values.ts';
import { readTime } from '../../reading/time.ts';
import type { Usage } from '../../transcript.ts';
import type {
  DocumentDialect,
  DocumentPart,
  NativeRecord,
  Output,
  StoreChanges,
  StoreDialect,
  ToolTable,
} from '../contract.ts';

interface State extends ConversationState {
  session?: string;
  model?: string;
}

const TOOLS: ToolTable = {
  shell: 'shell',
  read: 'read',
  patch: 'edit',
  undo: 'edit',
  write: 'write',
  create: 'write',
  remove: 'write',
  search: 'search',
  fs_search: 'search',
  sem_search: 'search',
  fetch: 'web',
  task: 'task',
  plan: 'plan',
  followup: 'question',
  todo_write: 'todo',
};

export const dump: DocumentDialect<State> = {
  id: 'dump',
  kind: 'document',
  live: false,
  detect: ({ records: lines, keys, text }) =>
    lines.length <= 1 && keys.includes('context') && keys.includes('id') && /"messages"/.test(text) ? 0.9 : 0,
  begin: beginConversation,
  *records(document: unknown) {
    yield* partsOf(objectOf(document));
  },
  read,
};

export const store: StoreDialect<State> = {
  id: 'database',
  kind: 'store',
  live: false,
  detect: ({ tables }) =>
    tables?.['conversations']?.includes('conversation_id') && tables['conversations'].includes('context') ? 1 : 0,
  begin: beginConversation,
  sessions,
  *records(database: StoreDatabase, nativeId: string) {
    for (const row of database.all('SELECT * FROM conversations WHERE conversation_id = ?', nativeId)) {
      const { conversation_id: id, context, metrics, ...rest } = row;
      const parsed = { context: argumentsOf(context), metrics: argumentsOf(metrics) };
      yield* partsOf({ id, ...rest, ...parsed }, `conversations/${nativeId}`);
    }
  },
  read,
};

/** A conversation is rewritten whole; its time says when. */
function sessions(database: StoreDatabase, cursor?: string): StoreChanges {
  const time = "coalesce(updated_at, created_at, '')";
  const rows = database.all(
    `SELECT conversation_id AS id, ${time} AS at FROM conversations WHERE context IS NOT NULL AND ${time} >= ? ORDER BY created_at`,
    cursor ?? '',
  );
  const [last] = database.all(`SELECT max(${time}) AS at FROM conversations`);
  return { changed: rows.map(({ id }) => String(id)), cursor: String(last?.['at'] ?? '') };
}

function* partsOf(conversation: Json, at = ''): Iterable<DocumentPart> {
  const { context, ...header } = conversation;
  const { messages, ...rest } = objectOf(context);
  yield { value: { header: { ...header, context: rest } }, pointer: at };
  const all = listOf(messages);
  for (let i = 0; i < all.length; i++) yield { value: all[i], pointer: `${at}/context/messages/${i}` };
}

function read(state: State, record: NativeRecord, out: Output): void {
  const value: Json = record.value;
  if (isObject(value['header'])) readHeader(state, value['header'], record, out);
  else readMessage(state, value, record, out);
}

function readHeader(state: State, header: Json, record: NativeRecord, out: Output): void {
  const nativeId = wordOf(header['id']);
  state.session = nativeId;
  const title = stringOf(header['title']);
  const time = readTime(objectOf(header['metadata'])['created_at']) ?? readTime(header['created_at']);
  out.session({ nativeId, startedAt: time, ...(title ? { title: { text: title, rank: 1 } } : {}) });
  const frame = conversationOf(TOOLS, state, record, out, { type: 'conversation', id: nativeId, time });
  addEvent(frame, { type: 'session', phase: 'started', session: header });
}

function readMessage(state: State, value: Json, record: NativeRecord, out: Output): void {
  // Since 2026 what was said stands beside the numbers.
  const said = isObject(value['message']) ? value['message'] : value;
  const place = (record.native('message').pointer ?? '').replace(/^.*\/context/, '');
  const base = state.session === undefined ? undefined : `${state.session}${place}`;
  const frame = conversationOf(TOOLS, state, record, out, { type: 'message', base });
  const usage = usageOf(value['usage'], frame.base);
  if (isObject(said['text'])) readText(frame, said['text'], usage);
  else if (isObject(said['tool'])) readResult(frame, said['tool']);
  else if (isObject(said['image'])) {
    const url = stringOf(said['image']['url']) ?? '';
    addPrompt(frame, '', { parts: chatContent([{ image_url: url }], out).parts });
  }
}

const TEXT: ReadonlySet<string> = new Set([
  'role',
  'content',
  'raw_content',
  'model',
  'tool_calls',
  'reasoning_details',
]);

function readText(frame: Conversation<State>, text: Json, usage: Usage | undefined): void {
  const { state } = frame;
  const role = (stringOf(text['role']) ?? '').toLowerCase();
  const content = stringOf(text['content']) ?? '';
  const extra = restOf(text, TEXT);
  state.model = wordOf(text['model']) ?? state.model;
  const raw = stringOf(objectOf(text['raw_content'])['Text']);
  if (role === 'system' || (role === 'user' && text['droppable'] === true)) addInjected(frame, content, { extra });
  else if (role === 'user')
    addPrompt(frame, raw ?? content, { extra: raw && raw !== content ? { ...extra, content } : extra });
  else readResponse(frame, text, content, { extra, usage });
}

function readResponse(
  frame: Conversation<State>,
  text: Json,
  content: string,
  first: { extra?: Json; usage?: Usage },
): void {
  const { model } = frame.state;
  const beside = () => ({ ...(model ? { model } : {}), ...(frame.count === 0 ? first : {}) });
  for (const detail of listOf(text['reasoning_details'])) {
    const thought = stringOf(objectOf(detail)['text']);
    if (thought) addThought(frame, thought, beside());
  }
  if (content !== '') addAnswer(frame, content, beside());
  for (const call of listOf(text['tool_calls']).filter(isObject)) {
    const callId = wordOf(call['call_id']) ?? `${frame.base}#${frame.count}`;
    addCall(
      frame,
      { callId, name: stringOf(call['name']) ?? 'unknown', input: argumentsOf(call['arguments']) },
      beside(),
    );
  }
  if (frame.count === 0) addNote(frame, 'message', first.extra, beside());
}

function readResult(frame: Conversation<State>, tool: Json): void {
  const output = objectOf(tool['output']);
  const values = listOf(output['values']);
  const text = values
    .flatMap((value) => stringOf(objectOf(value)['text']) ?? stringOf(objectOf(value)['Text']) ?? [])
    .join('\n');
  const exit = /exit_code="(-?\d{1,10})"/.exec(text.slice(0, 500))?.[1];
  const exitCode = exit === undefined ? undefined : Number(exit);
  const isFailed = output['is_error'] === true || (exitCode ?? 0) !== 0;
  const callId = wordOf(tool['call_id']) ?? frame.base;
  const others = values.filter((value) => !isObject(value) || !('text' in value || 'Text' in value));
  const extra = {
    ...restOf(tool, new Set(['name', 'call_id', 'output'])),
    ...(others.length > 0 ? { values: others } : {}),
  };
  const kept = Object.keys(extra).length > 0 ? { extra } : {};
  addResult(frame, {
    callId,
    name: stringOf(tool['name']),
    output: text,
    status: isFailed ? 'error' : 'ok',
    exitCode,
    ...kept,
  });
}

/** A number is exact or a guess: `{ actual }`, `{ approx }`. The prompt holds the cache. */
function usageOf(native: unknown, responseId: string): Usage | undefined {
  if (!isObject(native)) return undefined;
  const count = (name: string) => {
    const value = native[name];
    return countOf(
      isObject(value) ? (value['actual'] ?? value['Actual'] ?? value['approx'] ?? value['Approx']) : value,
    );
  };
  const cacheRead = count('cached_tokens');
  const [prompt, output] = [count('prompt_tokens'), count('completion_tokens')];
  if (prompt + output === 0) return undefined;
  const input = Math.max(0, prompt - cacheRead);
  return { input, output, cacheRead, cacheWrite5m: 0, cacheWrite1h: 0, reasoning: 0, responseId, native };
}
