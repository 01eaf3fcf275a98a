/** A message of Goose, the same in the database and in a file. */
import { chatContent } from '../../reading/chat-content.ts';
import {
  addAnswer,
  addCall,
  addInjected,
  addNote,
  addPrompt,
  addResult,
  addThought,
  type Beside,
  type Conversation,
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
import { replacedPart } from '../../reading/replaced-diff.ts';
import type { Part } from '../../transcript.ts';
import { toolName } from './native.ts';

export interface MessageFacts {
  readonly role: unknown;
  readonly content: unknown;
  /** Put there by the program, for the model alone. */
  readonly isHidden: boolean;
  readonly served: Pick<Beside, 'model' | 'provider'>;
  readonly usage?: Beside['usage'];
  readonly extra?: Json;
}

export function readMessage(frame: Conversation, facts: MessageFacts): void {
  const { served, usage, extra } = facts;
  const first: Beside = { ...(extra ? { extra } : {}), ...(usage ? { usage } : {}) };
  const beside = (): Beside => ({ ...(facts.role === 'assistant' ? served : {}), ...(frame.count === 0 ? first : {}) });
  for (const block of listOf(facts.content)) {
    if (isObject(block)) readBlock(frame, block, facts, beside);
    else addNote(frame, 'content', { block }, beside());
  }
  if (frame.count === 0) addNote(frame, stringOf(facts.role) ?? 'message', extra, beside());
}

function readBlock(frame: Conversation, block: Json, { role, isHidden }: MessageFacts, beside: () => Beside): void {
  const { type } = block;
  if (type === 'toolRequest') readRequest(frame, block, beside());
  else if (type === 'toolResponse') readResponse(frame, block);
  else if (type === 'thinking' || type === 'reasoning') {
    addThought(frame, stringOf(block['thinking']) ?? stringOf(block['text']) ?? '', beside());
  } else if (type === 'redactedThinking') {
    addThought(frame, '', { ...beside(), parts: [{ type: 'reasoning', visibility: 'private' }] });
  } else if (type === 'toolConfirmationRequest') readConfirmation(frame, block);
  else if (type === 'text' || type === 'image') {
    const { text, parts } = chatContent([block], frame.out);
    const add = role === 'assistant' ? addAnswer : isHidden ? addInjected : addPrompt;
    add(frame, text, { ...beside(), ...(parts.length > 0 ? { parts } : {}) });
  } else addNote(frame, stringOf(type) ?? 'content', { block }, beside());
}

const REQUEST: ReadonlySet<string> = new Set(['type', 'id', 'toolCall']);

function readRequest(frame: Conversation, block: Json, beside: Beside): void {
  const call = objectOf(block['toolCall']);
  const value = objectOf(call['value']);
  const callId = wordOf(block['id']) ?? `${frame.base}#${frame.count}`;
  const { name, kinds } = toolName(stringOf(value['name']) ?? 'unknown');
  const input = value['arguments'];
  const parts = editOf(objectOf(input));
  const extra = { ...beside.extra, ...restOf(block, REQUEST), ...(call['error'] ? { error: call['error'] } : {}) };
  const kept = Object.keys(extra).length > 0 ? { extra } : {};
  addCall({ ...frame, kinds }, { callId, name, input }, { ...beside, ...kept, ...(parts.length > 0 ? { parts } : {}) });
  frame.count++;
}

/** An edit tells what it replaces by what. */
function editOf(input: Json): Part[] {
  const path = stringOf(input['path']);
  const [before, after] = [stringOf(input['before']), stringOf(input['after'])];
  return path && (before !== undefined || after !== undefined) ? [replacedPart(path, before ?? '', after)] : [];
}

const RESPONSE: ReadonlySet<string> = new Set(['type', 'id', 'toolResult']);

function readResponse(frame: Conversation, block: Json): void {
  const result = objectOf(block['toolResult']);
  const value = result['value'];
  const content = Array.isArray(value) ? value : objectOf(value)['content'];
  const { text, parts } = chatContent(content, frame.out);
  const answer = objectOf(objectOf(value)['structuredContent']);
  const exitCode = wholeOf(answer['exit_code']);
  const error = stringOf(result['error']);
  const isFailed = result['status'] === 'error' || objectOf(value)['isError'] === true || (exitCode ?? 0) !== 0;
  const callId = wordOf(block['id']) ?? frame.base;
  const call = frame.state.calls.findLast(({ k }) => k === callId);
  const { kinds } = toolName(call?.v.name ?? '');
  addResult(
    { ...frame, kinds, base: `${callId}.result`, count: 0 },
    {
      callId,
      output: error ?? text,
      status: isFailed ? (/declined|denied/i.test(error ?? '') ? 'denied' : 'error') : 'ok',
      exitCode,
      rawStatus: result['status'],
      ...(Object.keys(answer).length > 0 ? { result: answer } : {}),
      parts,
      extra: restOf(block, RESPONSE),
    },
  );
  frame.count++;
}

function readConfirmation(frame: Conversation, block: Json): void {
  const id = wordOf(block['id']) ?? frame.base;
  const action = stringOf(block['toolName']) ?? 'unknown';
  addEvent(frame, { type: 'permission', permission: { id, action, status: 'requested', callId: id }, extra: block });
}
