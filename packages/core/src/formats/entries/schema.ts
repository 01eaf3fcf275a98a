/** The published JSON Schema of one entry: one line of a file. */
import { publishedSchema } from '../published-schema.ts';
import { TranscriptEntry } from './entry.ts';

export function entriesSchema(): Record<string, unknown> {
  return publishedSchema({
    id: 'urn:hansard:schema:entries:1',
    title: 'TranscriptEntry',
    remark: 'A file holds one a line.',
    schema: TranscriptEntry,
    parts: {},
  });
}
