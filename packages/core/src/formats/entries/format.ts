/** Entries as a format: one flat message for each event, as JSON Lines. */
import type { FileFormat, FormatContext, TranscriptSource } from '../contract.ts';
import { entryOf } from './write.ts';

export const entries: FileFormat = {
  id: 'entries',
  label: 'Entries',
  description: 'Flat messages with role, content and tool fields, one a line.',
  extension: 'jsonl',
  mediaType: 'application/jsonl',
  content: 'text',
  layout: 'file',
  joinable: true,
  options: [],
  holds: () => ({ header: ['transcriptId'], events: { '*': [''] } }),
  write: writeEntryLines,
};

async function* writeEntryLines({ header, events }: TranscriptSource, context: FormatContext): AsyncIterable<string> {
  for await (const event of events()) yield `${JSON.stringify(entryOf(header.transcriptId, event, context))}\n`;
}
