/** Entries as a format: one flat message for each event, as JSON Lines. */

import { uuidFrom } from '../../uuid.ts';
import type { FileFormat, FormatContext, TranscriptHeader, TranscriptSource } from '../contract.ts';
import { gather } from '../gather.ts';
import { jsonText } from '../json-text.ts';
import type { TranscriptEntry } from './entry.ts';
import { readEntries } from './read.ts';
import { FOREIGN, foreignEntry, HEADER } from './read-event.ts';
import { entryOf } from './write.ts';

export const entries: FileFormat = {
  id: 'entries',
  label: 'Entries',
  description: 'Flat messages with role, content and tool fields, one a line; the rest is in their metadata.',
  extension: 'jsonl',
  mediaType: 'application/jsonl',
  content: 'text',
  layout: 'file',
  joinable: true,
  options: [],
  holds: () => 'everything',
  write: writeEntryLines,
  read: readEntries,
  detect: ({ records }) => (records.some(isEntry) ? 1 : 0),
};

const isEntry = (record: Readonly<Record<string, unknown>>): boolean =>
  ['role', 'content', 'created_at'].every((field) => typeof record[field] === 'string') &&
  ['tool_name', 'tool_call_id', 'entry_id', 'sequence'].some((field) => field in record);

/** The header of the transcript is in the metadata of its first entry. */
async function* writeEntryLines({ header, events }: TranscriptSource, context: FormatContext): AsyncIterable<string> {
  let first = true;
  // Somebody else's are given back as they were. When something was taken out of them, the receipt has to go with them.
  const isForeign = header.source.adapter === FOREIGN && header.privacy.profile === 'none';
  yield* gather(events(), (event) => {
    const entry = entryOf(header.transcriptId, event, context);
    const asItWas = isForeign ? foreignEntry(event, entry) : undefined;
    if (asItWas) {
      first = false;
      return `${jsonText(asItWas)}\n`;
    }
    if (first) entry.metadata = { ...entry.metadata, [HEADER]: header };
    first = false;
    return `${jsonText(entry)}\n`;
  });
  if (first) yield `${jsonText(onlyHeader(header, context))}\n`;
}

/** A session in which nothing happened. */
function onlyHeader(header: TranscriptHeader, { digest }: FormatContext): TranscriptEntry {
  return {
    role: 'system',
    content: '',
    created_at: header.session.startedAt,
    tool_name: null,
    tool_call_id: null,
    tool_input: null,
    metadata: { [HEADER]: header },
    entry_id: uuidFrom(digest(JSON.stringify([header.transcriptId]))),
    source: 'primary',
    sequence: 0,
  };
}
