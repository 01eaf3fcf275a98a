/** The log of a captured session: an entry is one event. */
import { promptFields, refer, type ToolDraft, tellTools } from '../../reading/briefing.ts';
import {
  isObject,
  type Json,
  listOf,
  numberOf,
  objectOf,
  stringOf,
  textOf,
  wholeOf,
  wordOf,
} from '../../reading/native-values.ts';
import { recall, remember } from '../../reading/recent.ts';
import { readTime } from '../../reading/time.ts';
import type { Tool } from '../../transcript.ts';
import type { EventDraft, Head, LogDialect, NativeRecord, Output } from '../contract.ts';
import { commonFields, extraOf } from './event-fields.ts';
import { isEntry, isTyped, type NativeEntry } from './native.ts';
import { mediaParts } from './parts.ts';
import { readHeader } from './session.ts';
import { beginState, LIMITS, type State } from './state.ts';

export const entryLog: LogDialect<State> = {
  id: 'entry-log',
  kind: 'log',
  live: false,
  witness: 'captured',
  detect: ({ records }: Head) => (records.some((record) => isEntry(record) && isTyped(record)) ? 1 : 0),
  begin: beginState,
  read,
};

function read(state: State, record: NativeRecord, out: Output): void {
  const entry: unknown = record.value;
  if (!isEntry(entry)) return;
  const metadata = objectOf(entry['metadata']);
  readHeader(state, entry, metadata, out);
  const event = eventOf(state, entry, metadata, record, out);
  const parts = mediaParts(metadata['parts'], out);
  if (parts.length > 0) event.parts = parts;
  const extra = extraOf(entry, metadata);
  if (extra) event.extra = extra;
  const id = out.add(event);
  if (event.type === 'tool_call') noteCall(state, event, id);
}

function eventOf(state: State, entry: NativeEntry, metadata: Json, record: NativeRecord, out: Output): EventDraft {
  const base = commonFields(state, entry, metadata, record);
  const { role, content } = entry;
  switch (metadata['type']) {
    case 'error':
      return { ...base, type: 'error', error: errorOf(content, objectOf(metadata['error'])) };
    case 'tools':
      return { ...base, type: 'meta', role: 'system', status: { label: 'tools' }, ...toolsOf(state, metadata, out) };
    case 'notice':
      return { ...base, type: 'status', status: { label: 'notice', detail: content } };
    case 'reasoning':
      return referring(state, { ...base, type: 'reasoning', role, text: content });
    case 'answer':
      return referring(state, { ...base, type: 'meta', role, status: { label: 'answer without words' } });
  }
  if (role === 'system' && NOTES.has(metadata['type'] as string)) {
    return { ...base, type: 'meta', role, text: content, status: { label: String(metadata['type']) } };
  }
  if (role === 'tool') return { ...base, type: 'tool_result', role, ...resultOf(state, entry, metadata, out) };
  if (role === 'user') return { ...base, type: 'user_message', role, text: content };
  if (role === 'system') return { ...base, ...promptFields(out, state.briefing, content) };
  if (typeof entry['tool_name'] === 'string') return { ...base, type: 'tool_call', role, tool: callOf(entry) };
  return referring(state, { ...base, type: 'assistant_message', role, text: content });
}

/** Entries that were taken from an agent's own log tell of more than messages. */
const NOTES = new Set(['meta', 'status', 'session', 'turn', 'permission', 'question', 'unparsed']);

/** The first event of an answer, which has its numbers, says what the model was given. */
function referring(state: State, event: EventDraft): EventDraft {
  if (event.usage) refer(event, state.briefing);
  return event;
}

function errorOf(content: string, error: Json) {
  const code = stringOf(error['code']);
  const [status, attempt] = [wholeOf(error['status']), wholeOf(error['attempt'])];
  const retryInMs = numberOf(error['retry_in_ms']);
  return {
    message: content || (textOf(error['message']) ?? ''),
    ...(code ? { code } : {}),
    ...(status === undefined ? {} : { status }),
    ...(attempt === undefined ? {} : { attempt }),
    ...(retryInMs === undefined ? {} : { retryInMs }),
  };
}

function toolsOf(state: State, metadata: Json, out: Output) {
  const drafts = listOf(metadata['tools']).flatMap((tool): ToolDraft[] => {
    if (!isObject(tool) || typeof tool['name'] !== 'string') return [];
    const [description, extra] = [textOf(tool['description']), tool['extra']];
    return [
      {
        name: tool['name'],
        ...(description === undefined ? {} : { description }),
        ...(tool['schema'] === undefined ? {} : { schema: tool['schema'] }),
        ...(isObject(extra) ? { extra } : {}),
      },
    ];
  });
  return tellTools(out, state.briefing, drafts);
}

function callOf(entry: NativeEntry): Tool {
  const callId = stringOf(entry['tool_call_id']);
  return {
    name: textOf(entry['tool_name']) ?? '',
    ...(callId ? { callId } : {}),
    input: isObject(entry['tool_input']) ? entry['tool_input'] : parsed(entry.content),
    status: 'running',
  };
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
}

function noteCall(state: State, { tool }: EventDraft, event: string): void {
  const callId = wordOf(tool?.callId);
  if (callId) remember(state.calls, callId, { event, name: (tool?.name ?? '').slice(0, 100) }, LIMITS.calls);
}

function resultOf(
  state: State,
  entry: NativeEntry,
  metadata: Json,
  out: Output,
): Pick<EventDraft, 'tool' | 'parentId'> {
  const callId = stringOf(entry['tool_call_id']);
  const call = callId ? recall(state.calls, callId) : undefined;
  const status = metadata['failed'] === true ? 'error' : 'ok';
  const durationMs = numberOf(metadata['duration_ms']);
  const ended = { status, ...(durationMs === undefined || durationMs < 0 ? {} : { durationMs }) };
  if (call) out.patch(call.event, { tool: ended, ...endTime(entry, metadata) });
  else out.problem('unpaired-result', `The call of this result${callId ? ` (${callId})` : ''} is not in the log.`);
  return {
    tool: {
      name: stringOf(entry['tool_name']) ?? call?.name ?? '',
      ...(callId ? { callId } : {}),
      output: entry.content,
      ...ended,
    },
    ...(call ? { parentId: call.event } : {}),
  };
}

/** When the result was sent is not when the tool was done. */
function endTime(entry: NativeEntry, metadata: Json): { completedAt?: string } {
  if (metadata['timestamp_source'] !== undefined) return {};
  const completedAt = readTime(entry.created_at);
  return completedAt ? { completedAt } : {};
}
