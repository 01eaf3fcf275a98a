/** One bubble: what the user typed, or a thought, an answer and a tool call of the model. */
import {
  addAnswer,
  addCall,
  addNote,
  addPrompt,
  addResult,
  addThought,
  argumentsOf,
  type Beside,
  type Conversation,
  type ConversationState,
  conversationOf,
} from '../../reading/conversation.ts';
import {
  isObject,
  type Json,
  listOf,
  objectOf,
  stringOf,
  textOf,
  wholeOf,
  wordOf,
} from '../../reading/native-values.ts';
import { replacedPart } from '../../reading/replaced-diff.ts';
import type { Part } from '../../transcript.ts';
import type { NativeRecord, Output } from '../contract.ts';
import { jsonOf, kindsOf, pathOf, restOfBubble, timeOf, usageOf } from './native.ts';

export interface State extends ConversationState {
  /** Of the composer, for bubbles that name none. */
  model?: string;
  /** Whether a folder is known. */
  hasFolder?: boolean;
}

export interface BubbleFacts {
  /** The tool call, where it is kept apart from the bubble. */
  readonly tool?: unknown;
  /** It is in the table, but no longer in the conversation: the user went back behind it. */
  readonly isLeftOver?: boolean;
}

const BUBBLE: ReadonlySet<string> = new Set([
  '_v',
  'type',
  'id',
  'bubbleId',
  'text',
  'rawText',
  'richText',
  'initText',
  'thinking',
  'allThinkingBlocks',
  'toolFormerData',
  'tokenCount',
  'modelInfo',
  'modelType',
  'createdAt',
  'images',
]);

export function readBubble(state: State, bubble: Json, record: NativeRecord, facts: BubbleFacts, output: Output): void {
  const id = wordOf(bubble['bubbleId']) ?? wordOf(bubble['id']);
  const out = facts.isLeftOver ? leftOver(output) : output;
  const isUser = bubble['type'] === 1 || bubble['type'] === 'user';
  const frame = conversationOf({}, state, record, out, {
    type: isUser ? 'user' : 'assistant',
    id,
    time: timeOf(bubble),
  });
  noteFolder(state, bubble, output);
  const extra = restOfBubble(bubble, BUBBLE);
  if (isUser) readPrompt(frame, bubble, extra);
  else readAnswer(frame, bubble, facts.tool ?? bubble['toolFormerData'], extra);
}

/** What the user went back behind is kept, and marked. */
function leftOver(out: Output): Output {
  return Object.assign(Object.create(out) as Output, {
    add: (event: Parameters<Output['add']>[0]) => out.add({ ...event, hidden: { by: 'revert' } }),
  });
}

function noteFolder(state: State, bubble: Json, out: Output): void {
  if (state.hasFolder) return;
  const cwd = pathOf(listOf(bubble['workspaceUris'])[0]);
  if (!cwd) return;
  state.hasFolder = true;
  out.session({ environment: { cwd } });
}

function readPrompt(frame: Conversation, bubble: Json, extra: Json | undefined): void {
  const parts = [...listOf(bubble['images']), ...listOf(objectOf(bubble['context'])['selectedImages'])].flatMap(
    (image) => pictureOf(objectOf(image)),
  );
  const beside = { ...(extra ? { extra } : {}), ...(parts.length > 0 ? { parts } : {}) };
  addPrompt(frame, textOf(bubble['text']) ?? textOf(bubble['initText']) ?? '', beside);
}

/** Pictures lie in files of their own. */
function pictureOf(image: Json): Part[] {
  const path = stringOf(image['path']);
  return path ? [{ type: 'image', path }] : [];
}

function readAnswer(frame: Conversation<State>, bubble: Json, tool: unknown, extra: Json | undefined): void {
  const model = wordOf(objectOf(bubble['modelInfo'])['modelName']) ?? wordOf(bubble['modelType']) ?? frame.state.model;
  const usage = usageOf(bubble, wordOf(bubble['usageUuid']) ?? frame.base);
  const first: Beside = { ...(extra ? { extra } : {}), ...(usage ? { usage } : {}) };
  const beside = (): Beside => ({ ...(model ? { model } : {}), ...(frame.count === 0 ? first : {}) });
  for (const thought of thoughtsOf(bubble)) addThought(frame, thought, beside());
  const text = stringOf(bubble['text']) ?? stringOf(bubble['rawText']);
  if (text !== undefined) addAnswer(frame, text, beside());
  if (isObject(tool)) readTool(frame, tool, beside());
  if (frame.count === 0) addNote(frame, 'bubble', first.extra, beside());
}

function thoughtsOf(bubble: Json): string[] {
  const own = objectOf(bubble['thinking'])['text'] ?? bubble['thinking'];
  const blocks = listOf(bubble['allThinkingBlocks']).map(
    (block) => objectOf(block)['thinking'] ?? objectOf(block)['text'],
  );
  const texts = [own, ...blocks].flatMap((text) => stringOf(text) ?? []);
  return [...new Set(texts)];
}

const TOOL: ReadonlySet<string> = new Set([
  'tool',
  'name',
  'toolCallId',
  'status',
  'rawArgs',
  'params',
  'result',
  'userDecision',
  'error',
]);
const FINISHED: ReadonlySet<unknown> = new Set(['completed', 'error', 'cancelled', 'rejected', 'failed']);

function readTool(frame: Conversation, tool: Json, beside: Beside): void {
  const name = wordOf(tool['name']) ?? (wholeOf(tool['tool']) === undefined ? undefined : `tool-${tool['tool']}`);
  if (name === undefined) {
    // Four of twelve in a real database hold nothing but the editor's own marks.
    addNote(frame, 'tool', { ...beside.extra, toolFormerData: tool }, beside);
    return;
  }
  const callId = wordOf(tool['toolCallId']) ?? `${frame.base}.call`;
  const input = jsonOf(tool['rawArgs']) ?? jsonOf(tool['params']) ?? tool['rawArgs'] ?? tool['params'];
  const rest = { ...beside.extra, ...restOfBubble(tool, TOOL) };
  const parts = editOf(objectOf(input), jsonOf(tool['result']));
  const called = { ...frame, kinds: kindsOf(name) };
  addCall(
    called,
    { callId, name, input },
    {
      ...beside,
      ...(Object.keys(rest).length > 0 ? { extra: rest } : {}),
      ...(parts.length > 0 ? { parts } : {}),
    },
  );
  frame.count = called.count;
  const decision = stringOf(tool['userDecision']);
  const { status, result, error } = tool;
  if (!FINISHED.has(status) && stringOf(result) === undefined && !error) return;
  readResult({ ...called, base: `${callId}.result`, count: 0 }, { callId, name, status, result, error, decision });
}

interface Finished {
  readonly callId: string;
  readonly name: string;
  readonly status: unknown;
  readonly result: unknown;
  readonly error: unknown;
  readonly decision: string | undefined;
}

function readResult(frame: Conversation, { callId, name, status, result, error, decision }: Finished): void {
  const value = argumentsOf(result);
  const answer = objectOf(value);
  const trouble = error ? messageOf(argumentsOf(error)) : undefined;
  const exitCode = wholeOf(answer['exitCode']) ?? wholeOf(answer['exitCodeV2']);
  const output = trouble ?? textOf(answer['output']) ?? textOf(answer['contents']) ?? textOf(result);
  const isDenied = decision === 'rejected' || status === 'rejected' || answer['rejected'] === true;
  const isFailed = trouble !== undefined || status === 'error' || status === 'failed' || (exitCode ?? 0) !== 0;
  addResult(frame, {
    callId,
    name,
    output,
    status: isDenied ? 'denied' : isFailed ? 'error' : status === 'cancelled' ? 'interrupted' : 'ok',
    exitCode,
    ...(isObject(value) ? { result: value } : {}),
    rawStatus: status,
    ...(decision ? { extra: { userDecision: decision } } : {}),
  });
}

function messageOf(error: unknown): string {
  const { clientVisibleErrorMessage, modelVisibleErrorMessage, message } = objectOf(error);
  const told = stringOf(clientVisibleErrorMessage) ?? stringOf(modelVisibleErrorMessage) ?? stringOf(message);
  return told ?? (typeof error === 'string' ? error : JSON.stringify(error));
}

/** An edit tells what it replaces by what, or its result has the changed lines. */
function editOf(input: Json, result: unknown): Part[] {
  const path =
    stringOf(input['file_path']) ??
    stringOf(input['target_file']) ??
    stringOf(input['relativeWorkspacePath']) ??
    stringOf(input['path']);
  if (!path) return [];
  const [before, after] = [textOf(input['old_string']), textOf(input['new_string'])];
  if (before !== undefined && after !== undefined) return [replacedPart(path, before, after)];
  const chunks = listOf(objectOf(objectOf(result)['diff'])['chunks']).flatMap((chunk) => hunkOf(objectOf(chunk)));
  if (chunks.length > 0) {
    return [{ type: 'file_ref', path, action: 'patch', diff: `--- ${path}\n+++ ${path}\n${chunks.join('\n')}\n` }];
  }
  const written = textOf(input['contents']) ?? textOf(input['content']);
  return written === undefined ? [] : [replacedPart(path, undefined, written)];
}

function hunkOf(chunk: Json): string[] {
  const lines = stringOf(chunk['diffString'])?.replace(/\n$/, '');
  if (lines === undefined) return [];
  const of = (name: string) => wholeOf(chunk[name]) ?? 0;
  return [`@@ -${of('oldStart')},${of('oldLines')} +${of('newStart')},${of('newLines')} @@\n${lines}`];
}
