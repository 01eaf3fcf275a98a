/** Messages as OpenAI's chat API has them, which many agents keep: by role, with calls and results by id. */

import { chatContent } from './chat-content.ts';
import {
  addAnswer,
  addCall,
  addInjected,
  addNote,
  addPrompt,
  addResult,
  addThought,
  argumentsOf,
  type Beside,
  type Conversation,
} from './conversation.ts';
import { isObject, type Json, listOf, objectOf, restOf, stringOf, wordOf } from './native-values.ts';

export interface MessageHints {
  /** What every event of a response has: its model. */
  readonly served?: Pick<Beside, 'model' | 'provider'>;
  /** What its first event has: the numbers of the response. */
  readonly usage?: Beside['usage'];
  readonly extra?: Json;
  /** How a result ended, by its words; `ok` where nothing is said. */
  outcome?(output: string): { status: string; exitCode?: number };
}

const KNOWN: ReadonlySet<string> = new Set([
  'role',
  'content',
  'tool_calls',
  'tool_call_id',
  'name',
  'reasoning_content',
  'reasoning',
  'thinking',
]);

/** False when the role is none that is known. */
export function readChatMessage(frame: Conversation, message: Json, hints: MessageHints = {}): boolean {
  const role = stringOf(message['role']);
  const extra = { ...restOf(message, KNOWN), ...hints.extra };
  const kept = Object.keys(extra).length > 0 ? { extra } : {};
  if (role === 'assistant' || role === 'model') readResponse(frame, message, hints, kept);
  else if (role === 'tool' || role === 'function') readResult(frame, message, hints, kept.extra);
  else if (role === 'user' || role === 'human' || role === 'system' || role === 'developer') {
    const { text, parts } = chatContent(message['content'], frame.out);
    const add = role === 'user' || role === 'human' ? addPrompt : addInjected;
    add(frame, text, { ...kept, ...(parts.length > 0 ? { parts } : {}) });
  } else return false;
  return true;
}

/** The parts of a response in the order in which a model gives them: thoughts, words, calls. */
function readResponse(frame: Conversation, message: Json, { served, usage }: MessageHints, kept: Beside): void {
  const first = { ...served, ...kept, ...(usage ? { usage } : {}) };
  const beside = (): Beside => (frame.count === 0 ? first : { ...served });
  const thought =
    stringOf(message['reasoning_content']) ?? stringOf(message['reasoning']) ?? stringOf(message['thinking']);
  if (thought) addThought(frame, thought, beside());
  const { content } = message;
  const blocks = Array.isArray(content) ? content : [content];
  for (const block of blocks) readBlock(frame, block, beside);
  listOf(message['tool_calls']).forEach((call, i) => {
    const asked = objectOf(objectOf(call)['function']);
    const name = stringOf(asked['name']) ?? stringOf(objectOf(call)['name']) ?? 'unknown';
    const callId = wordOf(objectOf(call)['id']) ?? `${frame.base}#${i}`;
    const input = argumentsOf(asked['arguments'] ?? objectOf(call)['arguments']);
    addCall(frame, { callId, name, input }, beside());
  });
  if (frame.count === 0) addNote(frame, 'assistant', first.extra, first);
}

function readBlock(frame: Conversation, block: unknown, beside: () => Beside): void {
  if (isObject(block) && (block['type'] === 'thinking' || block['type'] === 'think')) {
    addThought(frame, stringOf(block['thinking']) ?? stringOf(block['think']) ?? '', beside());
    return;
  }
  const { text, parts } = chatContent(typeof block === 'string' ? block : [block].filter(isObject), frame.out);
  if (text === '' && parts.length === 0) return;
  addAnswer(frame, text, { ...beside(), ...(parts.length > 0 ? { parts } : {}) });
}

function readResult(frame: Conversation, message: Json, { outcome }: MessageHints, extra: Json | undefined): void {
  const callId = wordOf(message['tool_call_id']) ?? frame.base;
  const { text, parts } = chatContent(message['content'], frame.out);
  const { status, exitCode } = outcome?.(text) ?? { status: 'ok' };
  addResult(frame, { callId, name: stringOf(message['name']), output: text, status, exitCode, parts, extra });
}
