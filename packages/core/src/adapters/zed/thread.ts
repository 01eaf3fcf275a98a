/**
 * A thread of Zed's agent: JSON in a row, compressed in most versions. Since 0.3.0 messages are `{ User }`, `{ Agent }` or a word;
 * before, they had a role and segments. There are no times of messages.
 */
import { chatContent } from '../../reading/chat-content.ts';
import {
  addAnswer,
  addCall,
  addNote,
  addPrompt,
  addResult,
  addThought,
  argumentsOf,
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
import { replacedPart } from '../../reading/replaced-diff.ts';
import { readTime } from '../../reading/time.ts';
import type { Part } from '../../transcript.ts';
import type { NativeRecord, Output } from '../contract.ts';
import { TOOLS, usageOf } from './native.ts';

export interface State extends ConversationState {
  model?: string;
  provider?: string;
  /** Numbers of the request that a prompt began, until its answer comes. */
  usage?: Json;
}

export const beginState: () => State = beginConversation;

export function read(state: State, record: NativeRecord, out: Output): void {
  const { thread, message, index, usage, of } = record.value;
  if (isObject(thread)) readThread(state, thread, record, out);
  else if (message !== undefined) readMessage(state, message, `${of}/${index}`, objectOf(usage), record, out);
}

const THREAD: ReadonlySet<string> = new Set([
  'id',
  'parent_id',
  'title',
  'summary',
  'created_at',
  'updated_at',
  'folder_paths',
  'version',
]);

function readThread(state: State, thread: Json, record: NativeRecord, out: Output): void {
  const id = wordOf(thread['id']);
  const title = stringOf(thread['title']) ?? stringOf(thread['summary']);
  const parent = wordOf(thread['parent_id']) ?? wordOf(objectOf(thread['subagent_context'])['parent_thread_id']);
  const { provider, model } = objectOf(thread['model']);
  state.model = wordOf(model);
  state.provider = wordOf(provider);
  const startedAt = readTime(thread['created_at']);
  const endedAt = readTime(thread['updated_at']);
  const cwd = stringOf(thread['folder_paths'])?.split('\n')[0];
  out.session({
    ...(id ? { nativeId: id } : {}),
    ...(title ? { title: { text: title, rank: 1 } } : {}),
    ...((startedAt ?? endedAt) ? { startedAt: startedAt ?? endedAt } : {}),
    ...(endedAt ? { endedAt } : {}),
    ...(cwd ? { environment: { cwd } } : {}),
    ...(parent ? { parent, lineage: { kind: 'child', of: parent } } : {}),
  });
  const frame = conversationOf(TOOLS, state, record, out, {
    type: 'thread',
    base: id ?? 'thread',
    time: startedAt ?? endedAt,
  });
  const served = servedBy(state);
  addEvent(frame, { type: 'session', phase: 'started', session: restOf(thread, THREAD) ?? {}, ...served });
  const usage = usageOf(thread['cumulative_token_usage'], { scope: 'session' });
  if (usage) addNote(frame, 'totals', undefined, { ...served, usage });
}

const servedBy = ({ model, provider }: State): Pick<Beside, 'model' | 'provider'> => ({
  ...(model ? { model } : {}),
  ...(provider ? { provider } : {}),
});

function readMessage(
  state: State,
  message: unknown,
  base: string,
  usage: Json,
  record: NativeRecord,
  out: Output,
): void {
  const frame = (type: string, id?: string) => conversationOf(TOOLS, state, record, out, { type, id, base });
  if (typeof message === 'string') {
    addEvent(frame(message), { type: 'status', status: { label: message.toLowerCase() } });
    return;
  }
  const { User, Agent, Compaction, role } = objectOf(message);
  if (isObject(User)) readUser(frame('User', wordOf(User['id'])), User);
  else if (isObject(Agent)) readAgent(frame('Agent'), Agent, usage);
  else if (Compaction !== undefined) addNote(frame('Compaction'), 'compaction', { Compaction });
  else if (stringOf(role)) readEarlier(frame(String(role)), objectOf(message));
}

/** Mentions of files and threads have their text with them. */
function readUser(frame: Conversation, user: Json): void {
  const texts: string[] = [];
  const parts: Part[] = [];
  for (const block of listOf(user['content'])) {
    const { Text, Mention, Image } = objectOf(block);
    if (typeof Text === 'string') texts.push(Text);
    else if (isObject(Mention)) parts.push({ type: 'json', json: { Mention } });
    else if (isObject(Image)) parts.push(pictureOf(Image, frame.out));
    else parts.push({ type: 'json', json: block });
  }
  const extra = restOf(user, new Set(['id', 'content']));
  addPrompt(frame, texts.join('\n'), { ...(parts.length > 0 ? { parts } : {}), ...(extra ? { extra } : {}) });
}

function pictureOf(image: Json, out: Output): Part {
  const data = stringOf(image['source']);
  return data
    ? { type: 'image', mime: 'image/png', hash: out.attach('image/png', data) }
    : { type: 'json', json: image };
}

function readAgent(frame: Conversation<State>, agent: Json, usage: Json): void {
  const first: Beside = {};
  const extra = restOf(agent, new Set(['content', 'tool_results']));
  if (extra) first.extra = extra;
  const counted = usageOf(usage, { responseId: frame.base });
  if (counted) first.usage = counted;
  const beside = (): Beside => ({ ...servedBy(frame.state), ...(frame.count === 0 ? first : {}) });
  for (const block of listOf(agent['content'])) readBlock(frame, objectOf(block), block, beside());
  for (const [id, result] of Object.entries(objectOf(agent['tool_results']))) readResult(frame, id, objectOf(result));
  if (frame.count === 0) addNote(frame, 'agent', extra ?? {}, beside());
}

function readBlock(
  frame: Conversation,
  { Text, Thinking, RedactedThinking, ToolUse }: Json,
  block: unknown,
  beside: Beside,
): void {
  if (typeof Text === 'string') addAnswer(frame, Text, beside);
  else if (isObject(Thinking)) addThought(frame, textOf(Thinking['text']) ?? '', beside);
  else if (RedactedThinking !== undefined)
    addThought(frame, '', { ...beside, parts: [{ type: 'reasoning', visibility: 'private' }] });
  else if (isObject(ToolUse)) addToolUse(frame, ToolUse, beside);
  else addNote(frame, 'content', { block }, beside);
}

function addToolUse(frame: Conversation, use: Json, beside: Beside): void {
  const callId = wordOf(use['id']) ?? `${frame.base}#${frame.count}`;
  const input = use['input'] ?? argumentsOf(use['raw_input']);
  const { path, old_text, new_text, content } = objectOf(input);
  const [file, after] = [stringOf(path), textOf(new_text) ?? textOf(content)];
  const parts = file !== undefined && after !== undefined ? [replacedPart(file, textOf(old_text), after)] : [];
  addCall(
    frame,
    { callId, name: wordOf(use['name']) ?? 'unknown', input },
    { ...beside, ...(parts.length > 0 ? { parts } : {}) },
  );
}

function readResult(frame: Conversation, id: string, result: Json): void {
  const callId = wordOf(result['tool_use_id']) ?? id;
  const told = result['content'];
  const { text, parts } = chatContent(
    isObject(told) && typeof told['Text'] === 'string' ? told['Text'] : told,
    frame.out,
  );
  const output = result['output'];
  addResult(
    { ...frame, base: `${callId}.result`, count: 0 },
    {
      callId,
      name: wordOf(result['tool_name']),
      output: text,
      status: result['is_error'] === true ? 'error' : 'ok',
      ...(isObject(output) ? { result: output } : {}),
      parts,
    },
  );
  frame.count++;
}

/** Before 0.3.0: `{ role, segments, tool_uses, tool_results }`. */
function readEarlier(frame: Conversation<State>, message: Json): void {
  const isUser = message['role'] === 'user';
  const extra = restOf(message, new Set(['id', 'role', 'segments', 'text', 'tool_uses', 'tool_results']));
  const beside = (): Beside => ({
    ...(isUser ? {} : servedBy(frame.state)),
    ...(extra && frame.count === 0 ? { extra } : {}),
  });
  for (const result of listOf(message['tool_results'])) readResult(frame, '', objectOf(result));
  const segments =
    typeof message['text'] === 'string' ? [{ type: 'text', text: message['text'] }] : listOf(message['segments']);
  for (const segment of segments.map(objectOf)) {
    const text = textOf(segment['text']) ?? '';
    if (segment['type'] === 'thinking') addThought(frame, text, beside());
    else if (segment['type'] === 'redacted_thinking')
      addThought(frame, '', { ...beside(), parts: [{ type: 'reasoning', visibility: 'private' }] });
    else if (segment['type'] !== 'text') addNote(frame, 'segment', { segment }, beside());
    else if (isUser) {
      if (text !== '') addPrompt(frame, text, beside());
    } else if (text !== '') addAnswer(frame, text, beside());
  }
  for (const use of listOf(message['tool_uses'])) addToolUse(frame, objectOf(use), beside());
  if (frame.count === 0) addNote(frame, String(message['role']), extra ?? {}, beside());
}
