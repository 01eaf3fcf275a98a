/** What the user saw of a task, read by itself where the model's messages are gone: asked and said, each with its time. */

import { pictureAt } from '../../reading/chat-content.ts';
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
import { isObject, type Json, listOf, objectOf, restOf, stringOf, wholeOf } from '../../reading/native-values.ts';
import { replacedPart } from '../../reading/replaced-diff.ts';
import { readTime } from '../../reading/time.ts';
import type { Part } from '../../transcript.ts';
import type { DocumentDialect, DocumentPart, Head, NativeRecord, Output, ToolTable } from '../contract.ts';
import { usageOf } from './native.ts';

interface State extends ConversationState {
  /** The call that is under way, which output belongs to, and whether some came. */
  call?: { id: string; result?: string };
  hasPrompt: boolean;
}

type Frame = Conversation<State>;

export const uiMessages: DocumentDialect<State> = {
  id: 'ui-messages',
  kind: 'document',
  live: false,
  detect,
  begin: () => ({ ...beginConversation(), hasPrompt: false }),
  *records(document: unknown): Iterable<DocumentPart> {
    const all = listOf(document);
    for (let i = 0; i < all.length; i++) yield { value: all[i], pointer: `/${i}` };
  },
  read,
};

const START = /^\s*\[\s*\{/;

function detect({ text }: Head): number {
  const head = text.slice(0, 4000);
  if (!START.test(head) || !/"ts"\s*:\s*\d{12}/.test(head)) return 0;
  return /"type"\s*:\s*"(?:say|ask)"/.test(head) && /"(?:say|ask)"\s*:\s*"[a-z_]+"/.test(head) ? 0.95 : 0;
}

const KINDS: ToolTable = {
  readFile: 'read',
  listFilesTopLevel: 'read',
  listFilesRecursive: 'read',
  listCodeDefinitionNames: 'read',
  editedExistingFile: 'edit',
  appliedDiff: 'edit',
  insertContent: 'edit',
  searchAndReplace: 'edit',
  newFileCreated: 'write',
  searchFiles: 'search',
  codebaseSearch: 'search',
  newTask: 'task',
  updateTodoList: 'todo',
  switchMode: 'plan',
  command: 'shell',
  use_mcp_tool: 'mcp',
  access_mcp_resource: 'mcp',
  webFetch: 'web',
};

type Reader = (frame: Frame, message: Json, text: string) => void;

const SAID: Readonly<Record<string, Reader>> = {
  task: readUserWords,
  text: (frame, message, text) =>
    frame.state.hasPrompt ? addAnswer(frame, text) : readUserWords(frame, message, text),
  user_feedback: readUserWords,
  reasoning: (frame, _message, text) => void addThought(frame, text),
  completion_result: (frame, _message, text) => void addAnswer(frame, text),
  subtask_result: (frame, _message, text) => void addInjected(frame, text),
  error: readError,
  api_req_started: readRequest,
  tool: readTool,
  command: readCommand,
  command_output: readOutput,
  use_mcp_server: readMcp,
  mcp_server_response: readOutput,
  condense_context: (frame, message) => void addNote(frame, 'compaction', objectOf(message['contextCondense'])),
};

const ASKED: Readonly<Record<string, Reader>> = {
  tool: readTool,
  command: readCommand,
  use_mcp_server: readMcp,
  followup: readQuestion,
  command_output: readOutput,
  completion_result: (frame, message, text) =>
    text === '' ? void addNote(frame, 'completion_result', restOf(message, ENVELOPE)) : void addAnswer(frame, text),
  api_req_failed: readError,
};

const ENVELOPE: ReadonlySet<string> = new Set(['ts', 'type']);

function read(state: State, record: NativeRecord, out: Output): void {
  const value: Json = record.value;
  const kind = value['type'] === 'ask' ? value['ask'] : value['say'];
  if (typeof kind !== 'string') return;
  const ts = wholeOf(value['ts']);
  const base = ts === undefined ? undefined : `${ts}.${kind}`;
  const frame = conversationOf(KINDS, state, record, out, { type: kind, base, time: readTime(ts) });
  const readers = value['type'] === 'ask' ? ASKED : SAID;
  const reader = Object.hasOwn(readers, kind) ? readers[kind] : undefined;
  if (reader) reader(frame, value, stringOf(value['text']) ?? '');
  else addNote(frame, kind, restOf(value, ENVELOPE));
}

function readUserWords(frame: Frame, message: Json, text: string): void {
  const parts = listOf(message['images']).flatMap((url): Part[] =>
    typeof url === 'string' ? [pictureAt(url, frame.out)] : [],
  );
  frame.state.hasPrompt = true;
  addPrompt(frame, text, parts.length > 0 ? { parts } : {});
}

function readError(frame: Frame, message: Json, text: string): void {
  addEvent(frame, {
    type: 'error',
    error: { message: text || 'the request failed', details: restOf(message, ENVELOPE) },
  });
}

function readRequest(frame: Frame, _message: Json, text: string): void {
  const numbers = restOf(objectOf(argumentsOf(text)), new Set(['request'])) ?? {};
  const usage = usageOf(numbers, frame.base);
  const reason = stringOf(numbers['streamingFailedMessage']);
  if (reason)
    addEvent(frame, { type: 'error', error: { message: reason, details: numbers }, ...(usage ? { usage } : {}) });
  else addNote(frame, 'request', numbers, usage ? { usage } : {});
}

function begin(frame: Frame, name: string, input: unknown, parts: Part[] = []): void {
  const callId = frame.base;
  addCall(frame, { callId, name, input }, parts.length > 0 ? { parts } : {});
  frame.state.call = { id: callId };
}

/** What a tool was about to do, or did, with the change that was shown. */
function readTool(frame: Frame, _message: Json, text: string): void {
  const tool = objectOf(argumentsOf(text));
  const name = stringOf(tool['tool']) ?? 'unknown';
  const [path, diff, content] = [stringOf(tool['path']), stringOf(tool['diff']), stringOf(tool['content'])];
  const isWrite = KINDS[name] === 'write' && path !== undefined && content !== undefined;
  const parts: Part[] = isWrite
    ? [replacedPart(path, undefined, content)]
    : path && diff
      ? [{ type: 'file_ref', path, action: 'patch', diff }]
      : [];
  begin(frame, name, restOf(tool, new Set(['tool'])) ?? {}, parts);
  // What came of it was not shown.
  frame.out.patch(frame.base, { tool: { status: 'unknown' } });
}

function readCommand(frame: Frame, _message: Json, text: string): void {
  begin(frame, 'command', { command: text });
}

function readMcp(frame: Frame, _message: Json, text: string): void {
  const call = objectOf(argumentsOf(text));
  begin(frame, stringOf(call['type']) ?? 'use_mcp_tool', restOf(call, new Set(['type'])) ?? {});
}

/** Output comes in pieces; the first makes the result. */
function readOutput(frame: Frame, message: Json, text: string): void {
  const { call } = frame.state;
  if (!call || text === '') addNote(frame, frame.type, restOf(message, ENVELOPE));
  else if (call.result === undefined) {
    call.result = addResult(frame, { callId: call.id, output: text, status: 'ok' });
  } else {
    frame.out.append(call.result, `\n${text}`, { field: 'tool.output' });
    frame.out.patch(call.result, { native: frame.record.native(frame.type) });
  }
}

function readQuestion(frame: Frame, message: Json, text: string): void {
  const asked = objectOf(argumentsOf(text));
  const options = listOf(asked['suggest']).flatMap(
    (option) => stringOf(isObject(option) ? option['answer'] : option) ?? [],
  );
  const prompt = stringOf(asked['question']) ?? text;
  const status = message['isAnswered'] === true ? 'answered' : 'requested';
  addEvent(frame, { type: 'question', question: { id: frame.base, prompt, options, status } });
}
