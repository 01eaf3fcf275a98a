/** An entry as a transcript's event. What Hansard wrote comes back as it was; what others wrote as far as it says. */
import { isObject, listOf, textOf } from '../../reading/native-values.ts';
import { readTime } from '../../reading/time.ts';
import type { Event, Tool } from '../../transcript.ts';
import type { LooseEntry, TranscriptEntry } from './entry.ts';
import { entryOf, wordsOf } from './write.ts';

/** Key in the metadata of a transcript's first entry: all of the transcript but its events. */
export const HEADER = 'transcriptHeader';

/** The adapter of transcripts that were made from somebody else's entries. */
export const FOREIGN = 'entries';

/** Whether the entry's metadata is that of one of our events. */
export function isOwn({ metadata }: LooseEntry): boolean {
  return typeof metadata?.['id'] === 'string' && typeof metadata['type'] === 'string';
}

/** The event as it was; fields keep their order, so that it is written the same again. */
export function ownEvent(entry: LooseEntry): Event {
  const metadata = entry.metadata ?? {};
  const event: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(metadata)) {
    if (!PLACED.has(name)) event[name] = value;
    if (name === 'seq') event['timestamp'] = entry.created_at;
  }
  event['timestamp'] = entry.created_at;
  if (metadata['source'] !== null) event['source'] = entry.source ?? 'primary';
  if (metadata['sourceSeq'] !== null) event['sourceSeq'] = (entry.sequence ?? 0) + 1;
  const type = String(metadata['type']);
  const text = 'text' in metadata ? metadata['text'] : wordsOf(type, entry.content);
  if (text !== undefined && text !== null) event['text'] = text;
  if (isObject(metadata['tool'])) event['tool'] = ownTool(entry, type, metadata['tool']);
  return event as Event;
}
const PLACED = new Set(['source', 'sourceSeq', 'text', 'tool', HEADER]);

function ownTool(entry: LooseEntry, type: string, said: Record<string, unknown>): Record<string, unknown> {
  const { input: _input, output: _output, ...rest } = said;
  const tool: Record<string, unknown> = { name: entry.tool_name ?? '' };
  if (entry.tool_call_id != null) tool['callId'] = entry.tool_call_id;
  const input = 'input' in said ? said['input'] : (entry.tool_input ?? undefined);
  if (input !== undefined) tool['input'] = input;
  const output = 'output' in said ? said['output'] : type === 'tool_result' ? entry.content : undefined;
  if (output !== undefined && output !== null) tool['output'] = output;
  return { ...tool, ...rest };
}

/** Key in `extra` of an event from an entry of somebody else: what of that entry the event does not say. */
const AS_IT_WAS = 'entry';

/** The names of its fields in their order, and the values that would not be written the same. */
function asItWas(entry: LooseEntry, event: Event): Record<string, unknown> {
  const ours: Record<string, unknown> = {
    ...entryOf('', event, { digest: () => '' }),
    metadata: entry.metadata ?? undefined,
  };
  const others = Object.entries(entry).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(ours[name]));
  return { fields: Object.keys(entry), values: Object.fromEntries(others) };
}

/** The entry that somebody else wrote, where the event was read from one. `ours`: the entry that we would write. */
export function foreignEntry({ extra }: Event, ours: TranscriptEntry): Record<string, unknown> | undefined {
  const kept = extra?.[AS_IT_WAS];
  if (!isObject(kept) || !isObject(kept['values'])) return undefined;
  const values: Record<string, unknown> = { ...ours, metadata: extra?.['metadata'], ...kept['values'] };
  return Object.fromEntries(listOf(kept['fields']).map((name) => [String(name), values[String(name)]]));
}

const TYPES = { system: 'system', user: 'user_message', assistant: 'assistant_message', tool: 'tool_result' } as const;

/** An event from an entry of somebody else, whose metadata is kept beside. */
export function foreignEvent(entry: LooseEntry, id: string): Omit<Event, 'seq'> {
  const calls = entry.role === 'assistant' && entry.tool_name != null;
  const type = calls ? 'tool_call' : TYPES[entry.role];
  const time = readTime(entry.created_at);
  const event: Omit<Event, 'seq'> = {
    id,
    timestamp: time ?? '1970-01-01T00:00:00.000Z',
    type,
    role: entry.role,
    ...(type === 'tool_call' || type === 'tool_result' ? { tool: foreignTool(entry) } : { text: entry.content }),
    source: entry.source ?? 'primary',
    ...(time === undefined ? { timestampSource: 'none' } : {}),
    native: { type: entry.role, ...(entry.entry_id === undefined ? {} : { id: entry.entry_id }) },
  };
  const extra = {
    ...(entry.metadata ? { metadata: entry.metadata } : {}),
    [AS_IT_WAS]: asItWas(entry, { ...event, seq: 1 }),
  };
  return { ...event, extra };
}

function foreignTool({ role, content, tool_name, tool_call_id, tool_input }: LooseEntry): Tool {
  const told = { name: tool_name ?? '', ...(tool_call_id == null ? {} : { callId: tool_call_id }) };
  return role === 'tool'
    ? { ...told, output: content, status: 'unknown' }
    : { ...told, input: tool_input ?? argumentsIn(content), status: 'unknown' };
}

/** Arguments are JSON in the content when they are nowhere else. */
function argumentsIn(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
}

/** The agent's own id of the session, where the metadata of its entries has one. */
export function sessionIdOf({ metadata }: LooseEntry): string | undefined {
  const names = [
    'session_id',
    'sessionId',
    ...Object.keys(metadata ?? {}).filter((name) => name.endsWith('_session_id')),
  ];
  return names.map((name) => textOf(metadata?.[name])).find((id) => id);
}

export const modelsOf = ({ metadata }: LooseEntry): string[] =>
  [metadata?.['model'], ...listOf(metadata?.['models'])].filter((model) => typeof model === 'string');
