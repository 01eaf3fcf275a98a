/**
 * Kiro's log of a session: `{ version, kind, data }` a line, `Prompt`, `AssistantMessage` and `ToolResults`. Only prompts have a time;
 * `<session>.json` beside it names folder, title and model.
 */
import { addToolCall } from '../../families/amazon-q/conversation.ts';
import { TOOLS } from '../../families/amazon-q/native.ts';
import { readToolResult } from '../../families/amazon-q/results.ts';
import {
  addAnswer,
  addNote,
  addPrompt,
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
import type { Head, LogDialect, NativeRecord, Output } from '../contract.ts';

export const sessionLog: LogDialect<ConversationState> = {
  id: 'session-log',
  kind: 'log',
  live: false,
  detect,
  begin: beginConversation,
  read,
};

const KINDS: ReadonlySet<unknown> = new Set(['Prompt', 'AssistantMessage', 'ToolResults', 'Clear', 'Compaction']);

function detect({ records }: Head): number {
  const ours = records.filter(
    ({ kind, data, version }) => KINDS.has(kind) && (isObject(data) || data === null) && version !== undefined,
  );
  return ours.length > 0 && ours.length * 2 > records.length ? 0.9 : 0;
}

const DATA: ReadonlySet<string> = new Set(['message_id', 'content', 'meta']);

function read(state: ConversationState, record: NativeRecord, out: Output): void {
  const { kind, data } = record.value;
  if (!KINDS.has(kind)) return;
  const message = objectOf(data);
  const id = wordOf(message['message_id']);
  const time = readTime(objectOf(message['meta'])['timestamp']);
  const frame = conversationOf(TOOLS, state, record, out, { type: String(kind), id, time });
  if (kind === 'Clear') {
    addEvent(frame, { type: 'status', status: { label: 'cleared' } });
    return;
  }
  const extra = restOf(message, DATA);
  const beside = (): Beside => (extra && frame.count === 0 ? { extra } : {});
  const pictures = listOf(message['content']).flatMap((block) => pictureOf(objectOf(block), out));
  for (const block of listOf(message['content'])) {
    const told =
      kind === 'Prompt' && pictures.length > 0 && frame.count === 0 ? { ...beside(), parts: pictures } : beside();
    readBlock(frame, String(kind), objectOf(block), told);
  }
  if (frame.count === 0) addNote(frame, String(kind), extra ?? {});
}

function readBlock(frame: Conversation, of: string, { kind, data, ...rest }: Json, beside: Beside): void {
  const value = objectOf(data);
  const text = textOf(data) ?? textOf(value['text']) ?? '';
  if (kind === 'text') {
    if (of === 'Prompt') addPrompt(frame, text, beside);
    // Answers that only call have empty words.
    else if (text !== '') addAnswer(frame, text, beside);
  } else if (kind === 'thinking') addThought(frame, text, beside);
  else if (kind === 'toolUse') {
    const callId = wordOf(value['toolUseId']) ?? `${frame.base}#${frame.count}`;
    addToolCall(frame, { callId, name: wordOf(value['name']) ?? 'unknown', input: value['input'] }, beside);
  } else if (kind === 'toolResult') {
    readToolResult(frame, { id: value['toolUseId'], content: value['content'], status: value['status'] });
  } else if (kind !== 'image') addNote(frame, stringOf(kind) ?? 'content', { ...rest, data }, beside);
}

function pictureOf({ kind, data }: Json, out: Output): Part[] {
  if (kind !== 'image') return [];
  const { format, source } = objectOf(data);
  const mime = `image/${stringOf(format) ?? 'png'}`;
  const bytes =
    stringOf(objectOf(source)['data']) ?? stringOf(objectOf(source)['Bytes']) ?? stringOf(objectOf(data)['data']);
  return [bytes ? { type: 'image', mime, hash: out.attach(mime, bytes) } : { type: 'image', mime }];
}
