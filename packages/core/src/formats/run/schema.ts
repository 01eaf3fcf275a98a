/** The published JSON Schemas of a run's files: a line of a transcript, and a receipt. */
import { publishedSchema } from '../published-schema.ts';
import { MessageLine, ToolLine, TranscriptLine } from './line.ts';
import { Receipt, ReceiptTokens, Routing } from './receipt.ts';

export function runTranscriptSchema(): Record<string, unknown> {
  return publishedSchema({
    id: 'urn:hansard:schema:run-transcript:1',
    title: 'Line of a run’s transcript',
    remark: 'Transcripts are JSON Lines. Unknown fields are allowed.',
    schema: TranscriptLine,
    parts: { MessageLine, ToolLine },
  });
}

export function runReceiptSchema(): Record<string, unknown> {
  return publishedSchema({
    id: 'urn:hansard:schema:run-receipt:1',
    title: 'Receipt of a run’s step',
    remark: 'Unknown fields are allowed.',
    schema: Receipt,
    parts: { ReceiptTokens, Routing },
  });
}
