/**
 * The model's messages of a task. Results are words of the user: `[read_file for 'x'] Result:` and what follows. What the user
 * saw is read with them, for times, numbers and approvals.
 */
import type { Host } from '../../host.ts';
import { picturePart } from '../../reading/chat-content.ts';
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
import { isObject, type Json, listOf, objectOf, restOf, stringOf, wordOf } from '../../reading/native-values.ts';
import { readTime } from '../../reading/time.ts';
import type {
  DocumentDialect,
  DocumentMember,
  DocumentPart,
  Head,
  InputContext,
  NativeRecord,
  Output,
} from '../contract.ts';
import { API, UI } from './locate.ts';
import { TOOLS } from './native.ts';
import { readShown } from './shown.ts';
import { isFinal, piecesOf } from './xml-calls.ts';

export interface ApiState extends ConversationState {
  task?: string;
  /** Calls in words that wait for their result, by name. */
  open: { id: string; name: string }[];
  /** Responses, by time: the numbers of each come from what the user saw. */
  responses: { at: number; event: string }[];
  isTold: boolean;
}

type Frame = Conversation<ApiState>;

export const apiHistory: DocumentDialect<ApiState> = {
  id: 'api-history',
  kind: 'document',
  live: false,
  detect,
  begin: ({ path }: InputContext) => ({
    ...beginConversation(),
    task: taskIn(path),
    open: [],
    responses: [],
    isTold: false,
  }),
  records,
  members,
  read,
};

/** The folder is the task's name; a file by itself has none. */
function taskIn(path: string | undefined): string | undefined {
  const parts = path?.split(/[/\\]/) ?? [];
  return parts.at(-1) === API ? parts.at(-2) : undefined;
}

const START = /^\s*\[\s*\{\s*"(?:role|ts|content)"/;

function detect({ text }: Head): number {
  if (!START.test(text.slice(0, 200)) || !/"role"\s*:\s*"user"/.test(text)) return 0;
  return /<(task|environment_details|user_message|feedback)>/.test(text) ? 0.9 : 0;
}

function* records(document: unknown): Iterable<DocumentPart> {
  const all = listOf(document);
  for (let i = 0; i < all.length; i++) yield { value: all[i], pointer: `/${i}` };
}

async function* members(host: Host, path: string): AsyncIterable<DocumentMember> {
  const beside = host.join(host.dirname(path), UI);
  if (host.basename(path) === API && (await host.stat(beside))) yield { path: beside, pointer: '/ui_messages' };
}

function read(state: ApiState, record: NativeRecord, out: Output): void {
  if (Array.isArray(record.value)) readShown(state, record.value, record, out);
  else readMessage(state, record.value, record, out);
}

const MESSAGE: ReadonlySet<string> = new Set(['role', 'content', 'ts', 'modelInfo', 'metrics']);

function readMessage(state: ApiState, value: Json, record: NativeRecord, out: Output): void {
  const role = value['role'];
  if (role !== 'user' && role !== 'assistant') return;
  const place = record.native('message').pointer ?? '';
  const base = state.task === undefined ? undefined : `${state.task}${place}`;
  const frame = conversationOf(TOOLS, state, record, out, { type: role, base, time: readTime(value['ts']) });
  const blocks =
    typeof value['content'] === 'string' ? [{ type: 'text', text: value['content'] }] : listOf(value['content']);
  const extra = restOf(value, MESSAGE);
  if (role === 'assistant') readResponse(frame, value, blocks, extra);
  else readUser(frame, blocks, extra);
  if (frame.count === 0) addNote(frame, role, extra);
}

function readResponse(frame: Frame, value: Json, blocks: readonly unknown[], extra: Json | undefined): void {
  const model = stringOf(objectOf(value['modelInfo'])['modelId']);
  const served = model ? { model } : {};
  const beside = () => (frame.count === 0 && extra ? { ...served, extra } : served);
  frame.state.open = [];
  if (value['isSummary'] === true) {
    addInjected(frame, blocks.map((block) => stringOf(objectOf(block)['text']) ?? '').join('\n'), { extra });
    return;
  }
  for (const block of blocks) readBlock(frame, block, beside);
  const at = Number(value['ts']);
  const event = frame.count > 0 ? frame.base : undefined;
  if (event && frame.state.responses.length < MOST_RESPONSES) frame.state.responses.push({ at, event });
}

const MOST_RESPONSES = 5000;

function readBlock(frame: Frame, block: unknown, beside: () => object): void {
  if (!isObject(block)) addNote(frame, 'content', { block }, beside());
  else if (block['type'] === 'tool_use') {
    const callId = wordOf(block['id']) ?? `${frame.base}#${frame.count}`;
    addCall(frame, { callId, name: stringOf(block['name']) ?? 'unknown', input: block['input'] }, beside());
  } else if (block['type'] === 'thinking' || block['type'] === 'reasoning') {
    addThought(frame, stringOf(block['thinking']) ?? stringOf(block['text']) ?? '', beside());
  } else if (typeof block['text'] === 'string') readWords(frame, block['text'], beside);
  else addAnswer(frame, '', { ...beside(), parts: [picturePart(block, frame.out)] });
}

function readWords(frame: Frame, words: string, beside: () => object): void {
  for (const { text, thought, call } of piecesOf(words)) {
    if (thought !== undefined) addThought(frame, thought, beside());
    else if (text !== undefined) addAnswer(frame, text, beside());
    // The last words of a task are the argument of a call.
    else if (call && isFinal(call.name)) {
      const { result, ...rest } = call.input;
      addAnswer(frame, stringOf(result) ?? '', { ...beside(), extra: { call: call.name, ...rest } });
    } else if (call) {
      const id = `${frame.base}#${frame.count}`;
      addCall(frame, { callId: id, name: call.name, input: call.input }, beside());
      frame.state.open.push({ id, name: call.name });
    }
  }
}

const RESULT = /^\[([a-z_]{3,40})(?:[^\]\n]*|[^\n]*?)\] Result:\s*/;
const PROMPT = /^\s*<(task|feedback|user_message|answer)>\n?([\s\S]*?)\n?<\/\1>\s*/;

function readUser(frame: Frame, blocks: readonly unknown[], extra: Json | undefined): void {
  const beside = () => (frame.count === 0 && extra ? { extra } : {});
  let result: { callId: string; output: string[] } | undefined;
  const close = () => {
    if (result) finish(frame, result.callId, result.output.join('\n'));
    result = undefined;
  };
  for (const block of blocks) {
    const text = isObject(block) ? stringOf(block['text']) : undefined;
    const head = text === undefined ? undefined : RESULT.exec(text);
    if (isObject(block) && block['type'] === 'tool_result') readToolResult(frame, block);
    else if (text === undefined)
      addPrompt(frame, '', {
        ...beside(),
        parts: [isObject(block) ? picturePart(block, frame.out) : { type: 'json', json: block }],
      });
    else if (head) {
      close();
      const callId = takeCall(frame, head[1] as string);
      if (callId) result = { callId, output: [text.slice(head[0].length)] };
      else addInjected(frame, text, beside());
    } else if (text.trimStart().startsWith('<environment_details>')) {
      close();
      addInjected(frame, text, beside());
    } else if (result) result.output.push(text);
    else readPrompt(frame, text, beside());
  }
  close();
}

function readPrompt(frame: Frame, text: string, beside: object): void {
  const wrapped = PROMPT.exec(text);
  if (wrapped) addPrompt(frame, wrapped[2] ?? '', beside);
  else if (/^\[[A-Z ]+\]|^<(error|noTaskToolsUsed)/.test(text)) addInjected(frame, text, beside);
  else addPrompt(frame, text, beside);
}

/** The oldest call of that name that has no result yet. */
function takeCall({ state }: Frame, name: string): string | undefined {
  const at = state.open.findIndex((call) => call.name === name);
  return at < 0 ? undefined : state.open.splice(at, 1)[0]?.id;
}

const EXIT = /Exit code: (-?\d{1,10})/;
const DENIED = /^The user (denied|rejected) this operation/;
const FAILED = /^(The tool execution failed|<error_details>|Error|Unable to apply diff)/i;

function finish(frame: Frame, callId: string, text: string): void {
  const output = text.replace(/^\n/, '');
  const exit = EXIT.exec(output.slice(0, 2000))?.[1];
  const exitCode = exit === undefined ? undefined : Number(exit);
  const isFailed = (exitCode ?? 0) !== 0 || FAILED.test(output);
  addResult(frame, { callId, output, status: DENIED.test(output) ? 'denied' : isFailed ? 'error' : 'ok', exitCode });
}

function readToolResult(frame: Frame, block: Json): void {
  const callId = wordOf(block['tool_use_id']) ?? frame.base;
  const content = block['content'];
  const texts =
    typeof content === 'string' ? [content] : listOf(content).flatMap((part) => stringOf(objectOf(part)['text']) ?? []);
  if (block['is_error'] === true) addResult(frame, { callId, output: texts.join('\n'), status: 'error' });
  else finish(frame, callId, texts.join('\n'));
}
