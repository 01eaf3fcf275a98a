/** Transcript → entries: one for each event, so that sequences have no gaps. */
import type { Event, Tool, Transcript } from '../../transcript.ts';
import { uuidFrom } from '../../uuid.ts';
import type { TranscriptEntry } from './entry.ts';
import { contentOf } from './entry-content.ts';
import { ENTRY_ROLES, type EntryRole } from './roles.ts';

export interface WriteEntriesOptions {
  /** SHA-256 in hex; entry ids are made from the transcript's and the event's id. */
  readonly digest: (data: string) => string;
}

const ROLES: Readonly<Record<string, EntryRole>> = {
  user_message: 'user',
  assistant_message: 'assistant',
  reasoning: 'assistant',
  tool_call: 'assistant',
  tool_result: 'tool',
};

/** Lazily: a long session is never held twice. */
export function* writeEntries(transcript: Transcript, options: WriteEntriesOptions): Iterable<TranscriptEntry> {
  for (const event of transcript.events) yield entryOf(transcript.transcriptId, event, options);
}

export function entryOf(transcriptId: string, event: Event, { digest }: WriteEntriesOptions): TranscriptEntry {
  const { tool } = event;
  const content = contentOf(event);
  return {
    role: ROLES[event.type] ?? knownRole(event.role) ?? 'system',
    content,
    created_at: event.timestamp,
    tool_name: tool?.name ?? null,
    tool_call_id: tool?.callId ?? null,
    tool_input: event.type === 'tool_call' && isObject(tool?.input) ? tool.input : null,
    metadata: metadataOf(event, content),
    entry_id: uuidFrom(digest(JSON.stringify([transcriptId, event.id]))),
    source: event.source ?? 'primary',
    sequence: (event.sourceSeq ?? event.seq) - 1,
  };
}

/** A role of later versions is told by metadata alone. */
const knownRole = (role: string | undefined): EntryRole | undefined => ENTRY_ROLES.find((known) => known === role);

/**
 * What the other fields do not say. Where they say something else than the event (words for a picture, the number of an
 * event without one) the event's own value is here, null when it has none.
 */
function metadataOf(event: Event, content: string): Record<string, unknown> {
  const { timestamp: _time, source, sourceSeq, text, tool, ...rest } = event;
  const metadata: Record<string, unknown> = rest;
  if (source === undefined) metadata['source'] = null;
  if (sourceSeq === undefined) metadata['sourceSeq'] = null;
  if (text !== wordsOf(event.type, content)) metadata['text'] = text ?? null;
  if (tool) metadata['tool'] = toolRest(event.type, tool, content);
  return metadata;
}

/** Types whose text is the content of their entry, unless metadata says otherwise. */
const SPOKEN = new Set(['user_message', 'assistant_message', 'reasoning', 'system']);

export const wordsOf = (type: string, content: string): string | undefined => (SPOKEN.has(type) ? content : undefined);

function toolRest(type: string, tool: Tool, content: string): Record<string, unknown> {
  const { name: _name, callId: _callId, input, output, ...rest } = tool;
  const metadata: Record<string, unknown> = rest;
  if (input !== undefined && !(type === 'tool_call' && isObject(input))) metadata['input'] = input;
  if (output !== (type === 'tool_result' ? content : undefined)) metadata['output'] = output ?? null;
  return metadata;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
