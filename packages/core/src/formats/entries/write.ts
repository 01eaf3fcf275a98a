/** Transcript → entries: one for each event, so that sequences have no gaps. */

import type { Event, Transcript } from '../../transcript.ts';
import { uuidFrom } from '../../uuid.ts';
import type { EntryRole, TranscriptEntry } from './entry.ts';
import { contentOf } from './entry-content.ts';

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
  return {
    role: ROLES[event.type] ?? event.role ?? 'system',
    content: contentOf(event),
    created_at: event.timestamp,
    tool_name: tool?.name ?? null,
    tool_call_id: tool?.callId ?? null,
    tool_input: event.type === 'tool_call' && isObject(tool?.input) ? tool.input : null,
    metadata: metadataOf(event),
    entry_id: uuidFrom(digest(JSON.stringify([transcriptId, event.id]))),
    source: event.source ?? 'primary',
    sequence: (event.sourceSeq ?? event.seq) - 1,
  };
}

/** What the other fields do not say. */
function metadataOf(event: Event): Record<string, unknown> {
  const { timestamp: _time, source: _source, sourceSeq: _seq, text: _text, tool, ...rest } = event;
  if (!tool) return rest;
  const { name: _name, callId: _callId, input: _input, output: _output, ...toolRest } = tool;
  return { ...rest, tool: toolRest };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
