/**
 * gptme's log: `{ role, content, timestamp, files?, metadata? }` a line. Calls are blocks of code in the answer, so there is nothing to
 * tell them by; what they gave follows as a message of the role `tool`, before that of `system`, and is call and result in one.
 */
import {
  addAnswer,
  addInjected,
  addNote,
  addPrompt,
  beginConversation,
  type ConversationState,
  conversationOf,
} from '../../reading/conversation.ts';
import { addEvent } from '../../reading/event-frame.ts';
import { countOf, type Json, listOf, objectOf, restOf, stringOf, textOf, wordOf } from '../../reading/native-values.ts';
import { readTime } from '../../reading/time.ts';
import type { Part, Usage } from '../../transcript.ts';
import type { Head, LogDialect, NativeRecord, Output } from '../contract.ts';

interface State extends ConversationState {
  /** The conversation has begun: what the role `system` says now is what a tool gave. */
  isRunning?: boolean;
}

export const conversation: LogDialect<State> = {
  id: 'conversation',
  kind: 'log',
  live: false,
  detect,
  begin: beginConversation,
  read,
};

const ROLES: ReadonlySet<unknown> = new Set(['system', 'user', 'assistant', 'tool']);
/** The time has no zone and, in most, microseconds. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?([+-]\d\d:\d\d)?$/;

function detect({ records }: Head): number {
  const isMessage = ({ role, content, timestamp, type, message }: Json) =>
    ROLES.has(role) &&
    typeof content === 'string' &&
    TIME.test(String(timestamp)) &&
    type === undefined &&
    message === undefined;
  return records.length > 0 && records.every(isMessage) ? 0.7 : 0;
}

const LINE: ReadonlySet<string> = new Set(['role', 'content', 'timestamp', 'files', 'metadata']);

function read(state: State, record: NativeRecord, out: Output): void {
  const line: Json = objectOf(record.value);
  const { role } = line;
  const metadata = objectOf(line['metadata']);
  const frame = conversationOf({}, state, record, out, { type: String(role), time: readTime(line['timestamp']) });
  const rest = { ...restOf(line, LINE), ...restOf(metadata, new Set(['model', 'usage'])) };
  const parts = listOf(line['files']).flatMap((file): Part[] =>
    stringOf(file) ? [{ type: 'file_ref', path: String(file), action: 'read' }] : [],
  );
  const beside = { ...(Object.keys(rest).length > 0 ? { extra: rest } : {}), ...(parts.length > 0 ? { parts } : {}) };
  const text = textOf(line['content']) ?? '';
  if (role === 'user') {
    state.isRunning = true;
    addPrompt(frame, text, beside);
  } else if (role === 'assistant') {
    const named = servedBy(stringOf(metadata['model']));
    const usage = usageOf(metadata['usage'], frame.base);
    addAnswer(frame, text, { ...beside, ...named, ...(usage ? { usage } : {}) });
  } else if (role === 'tool' || (role === 'system' && state.isRunning)) {
    addEvent(frame, {
      type: 'tool_call',
      role: 'assistant',
      tool: { name: 'unknown', kind: 'other', output: text, status: 'ok' },
      ...beside,
    });
  } else if (role === 'system') addInjected(frame, text, beside);
  else addNote(frame, wordOf(role) ?? 'message', { ...rest, content: line['content'] });
}

/** `openrouter/anthropic/claude-…`: who serves it stands first. */
function servedBy(name: string | undefined): { model?: string; provider?: string } {
  if (name === undefined) return {};
  const at = name.indexOf('/');
  return at < 0 ? { model: name } : { provider: name.slice(0, at), model: name.slice(name.lastIndexOf('/') + 1) };
}

/** The input is counted without what came from the cache or went there. */
function usageOf(native: unknown, responseId: string): Usage | undefined {
  const numbers = objectOf(native);
  const [input, output] = [countOf(numbers['input_tokens']), countOf(numbers['output_tokens'])];
  const cacheRead = countOf(numbers['cache_read_tokens']);
  const cacheWrite5m = countOf(numbers['cache_creation_tokens']);
  if (input + output + cacheRead + cacheWrite5m === 0) return undefined;
  return { input, output, cacheRead, cacheWrite5m, cacheWrite1h: 0, reasoning: 0, responseId, native: numbers };
}
