/**
 * One request: the prompt, the rounds with the model, and what the editor showed. Calls and results are taken from the rounds, whose
 * ids agree; what the editor showed of them has ids of its own. A turn that was cancelled has no rounds: then the parts tell.
 */
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
import { addEvent } from '../../reading/event-frame.ts';
import {
  isObject,
  type Json,
  listOf,
  objectOf,
  restOf,
  stringOf,
  wholeOf,
  wordOf,
} from '../../reading/native-values.ts';
import { readTime } from '../../reading/time.ts';
import type { Part } from '../../transcript.ts';
import type { NativeRecord, Output } from '../contract.ts';
import { shownText, TOOLS, usageOf, wordsOf } from './native.ts';

const KNOWN: ReadonlySet<string> = new Set([
  'requestId',
  'message',
  'variableData',
  'response',
  'result',
  'timestamp',
  'modelId',
  'modelState',
  'responseId',
]);

export function readRequest(state: ConversationState, value: Json, record: NativeRecord, out: Output): void {
  const id = wordOf(value['requestId']);
  const time = readTime(value['timestamp']);
  const frame = conversationOf(TOOLS, state, record, out, { type: 'request', id, time });
  const message = value['message'];
  const text = stringOf(message) ?? stringOf(objectOf(message)['text']) ?? '';
  const parts = listOf(objectOf(value['variableData'])['variables']).map(attached);
  addPrompt(frame, text, { extra: restOf(value, KNOWN), ...(parts.length > 0 ? { parts } : {}) });
  const result = objectOf(value['result']);
  const metadata = objectOf(result['metadata']);
  const served = modelOf(value, metadata);
  const usage = usageOf(metadata);
  const rounds = listOf(metadata['toolCallRounds']).filter(isObject);
  const shown = listOf(value['response']).filter(isObject);
  const first: Beside = { ...served, ...(usage ? { usage } : {}) };
  const own = { frame, served: first, rest: served };
  if (rounds.length > 0) readRounds(own, rounds, metadata, shown);
  else readShown(own, shown);
  for (const group of shown) if (group['kind'] === 'textEditGroup') addChange(frame, group);
  addRest(frame, shown);
  addEnd(frame, value, result, first);
}

interface Answer {
  readonly frame: Conversation;
  /** What the first event of the answer has, then what the others have. */
  served: Beside;
  readonly rest: Beside;
}

const take = (answer: Answer): Beside => {
  const { served } = answer;
  answer.served = answer.rest;
  return served;
};

function attached(variable: unknown): Part {
  const value = objectOf(objectOf(variable)['value']);
  const uri = objectOf(isObject(value['uri']) ? value['uri'] : value);
  const path = stringOf(uri['fsPath']) ?? stringOf(uri['path']);
  return objectOf(variable)['kind'] === 'file' && path
    ? { type: 'file_ref', path, action: 'read' }
    : { type: 'json', json: variable };
}

/** `copilot/gpt-4.1`: who serves it, and the model. */
function modelOf(value: Json, metadata: Json): Beside {
  const [provider, name] = (stringOf(value['modelId']) ?? '').split('/', 2);
  const model = stringOf(metadata['resolvedModel']) ?? name;
  return { ...(model ? { model } : {}), ...(provider && name ? { provider } : {}) };
}

function readRounds(answer: Answer, rounds: readonly Json[], metadata: Json, shown: readonly Json[]): void {
  const { frame } = answer;
  const results = objectOf(metadata['toolCallResults']);
  const said: string[] = [];
  for (const round of rounds) {
    const thought = wordsOf(objectOf(round['thinking'])['text']);
    if (thought) addThought(frame, thought, take(answer));
    const words = stringOf(round['response']) ?? '';
    if (words.trim() !== '') addAnswer(frame, words, take(answer));
    said.push(words);
    const calls = listOf(round['toolCalls']).filter(isObject);
    const ids = calls.map((call, i) => wordOf(call['id']) ?? `${frame.base}#${frame.count + i}`);
    calls.forEach((call, i) => {
      const name = stringOf(call['name']) ?? 'unknown';
      addCall(frame, { callId: ids[i] as string, name, input: argumentsOf(call['arguments']) }, take(answer));
    });
    for (const callId of ids) if (Object.hasOwn(results, callId)) addOutcome(frame, callId, objectOf(results[callId]));
  }
  // The last words may stand in no round.
  const all = said.join('\n');
  const others = shown.filter((part) => part['kind'] === undefined && !all.includes(shownText(part['value']).trim()));
  const left = others.map((part) => shownText(part['value'])).join('');
  if (left.trim() !== '') addAnswer(frame, left, take(answer));
}

const EXIT = /(?:exit(?:ed with)? code:?|Command exited with code) (-?\d{1,10})/i;

function addOutcome(frame: Conversation, callId: string, result: Json): void {
  const output = listOf(result['content'])
    .map((part) => wordsOf(objectOf(part)['value']))
    .join('\n');
  const exit = EXIT.exec(output.slice(-300))?.[1];
  const exitCode = exit === undefined ? undefined : Number(exit);
  const isFailed = (exitCode ?? 0) !== 0 || /^ERROR/.test(output) || result['isError'] === true;
  addResult(frame, {
    callId,
    output,
    status: isFailed ? 'error' : 'ok',
    exitCode,
    extra: restOf(result, new Set(['content'])),
  });
}

/** What was shown, in its order: words with names of files between them, thoughts, and tools by their own ids. */
function readShown(answer: Answer, shown: readonly Json[]): void {
  const { frame } = answer;
  let words = '';
  const flush = () => {
    if (words.trim() !== '') addAnswer(frame, words, take(answer));
    words = '';
  };
  for (const part of shown) {
    if (part['kind'] === undefined) words += shownText(part['value']);
    else if (part['kind'] === 'inlineReference') words += stringOf(part['name']) ?? '';
    else if (part['kind'] === 'thinking') {
      flush();
      const thought = wordsOf(part['value']);
      if (thought) addThought(frame, thought, take(answer));
    } else if (part['kind'] === 'toolInvocationSerialized') {
      flush();
      addInvocation(answer, part);
    }
  }
  flush();
}

function addInvocation(answer: Answer, part: Json): void {
  const { frame } = answer;
  const callId = wordOf(part['toolCallId']) ?? `${frame.base}#${frame.count}`;
  const details = objectOf(part['resultDetails']);
  const command = stringOf(objectOf(objectOf(part['toolSpecificData'])['commandLine'])['original']);
  const input = command === undefined ? argumentsOf(details['input']) : { command };
  const message = shownText(part['pastTenseMessage']) || shownText(part['invocationMessage']);
  addCall(frame, { callId, name: stringOf(part['toolId']) ?? 'unknown', input: input ?? { message } }, take(answer));
  const output = wordsOf(details['output']) || message;
  if (part['isComplete'] !== false)
    addResult(frame, { callId, output, status: details['isError'] === true ? 'error' : 'ok' });
}

/** The editor's own record of a change: the text that was put in, and where. */
function addChange(frame: Conversation, group: Json): void {
  const uri = objectOf(group['uri']);
  const path = stringOf(uri['fsPath']) ?? stringOf(uri['path']);
  if (path === undefined) return;
  const edits = listOf(group['edits']).flatMap(listOf).filter(isObject);
  const hunks = edits.map((edit) => {
    const range = objectOf(edit['range']);
    const from = wholeOf(range['startLineNumber']) ?? 1;
    const gone = Math.max(0, (wholeOf(range['endLineNumber']) ?? from) - from);
    const lines = (stringOf(edit['text']) ?? '').replace(/\n$/, '').split('\n');
    return [`@@ -${from},${gone} +${from},${lines.length} @@`, ...lines.map((line) => `+${line}`)].join('\n');
  });
  const diff = hunks.length > 0 ? `--- ${path}\n+++ ${path}\n${hunks.join('\n')}\n` : undefined;
  addEvent(frame, {
    type: 'meta',
    status: { label: 'textEditGroup' },
    parts: [{ type: 'file_ref', path, action: 'patch', ...(diff ? { diff } : {}) }],
  });
}

const READ: ReadonlySet<unknown> = new Set([undefined, 'thinking', 'toolInvocationSerialized', 'textEditGroup']);

/** Stops for undo, servers that started, references: kept as they are. */
function addRest(frame: Conversation, shown: readonly Json[]): void {
  const rest = shown.filter(({ kind }) => !READ.has(kind));
  const invocations = shown.filter(({ kind }) => kind === 'toolInvocationSerialized');
  if (rest.length + invocations.length > 0) addNote(frame, 'shown', { parts: [...rest, ...invocations] });
}

const STATES = ['', 'done', 'cancelled', 'failed'];

function addEnd(frame: Conversation, value: Json, result: Json, left: Beside): void {
  const failure = objectOf(result['errorDetails']);
  const message = stringOf(failure['message']);
  const modelState = objectOf(value['modelState']);
  const completed = readTime(modelState['completedAt']);
  const isCancelled = modelState['value'] === 2 || /^cancell?ed$/i.test(message ?? '');
  if (message && !isCancelled) addEvent(frame, { type: 'error', error: { message, details: failure } });
  const label = isCancelled ? 'cancelled' : STATES[wholeOf(modelState['value']) ?? 0] || (message ? 'failed' : 'done');
  const extra = restOf({ timings: result['timings'], modelState: value['modelState'] }, new Set());
  const isUntold = frame.count === 1 && left.usage ? { usage: left.usage } : {};
  const end = { ...frame, time: completed ?? frame.time };
  addEvent(end, { type: 'turn', phase: 'ended', status: { label }, ...isUntold, ...(extra ? { extra } : {}) });
}
