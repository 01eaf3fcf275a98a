/** Writes a transcript as universal events, one a line. */
import type { FormatContext, TranscriptSource } from '../contract.ts';
import { jsonText } from '../json-text.ts';
import type { UniversalEvent } from './event.ts';
import { UniversalStream } from './stream.ts';

export async function* writeUniversal(
  { header, events }: TranscriptSource,
  { digest, options = {} }: FormatContext,
): AsyncIterable<string> {
  const stream = new UniversalStream(header, {
    digest,
    raw: options['raw'] === true,
    open: options['open'] === true,
  });
  for await (const event of events()) {
    const lines = linesOf(stream.push(event));
    if (lines !== '') yield lines;
  }
  yield linesOf(stream.end());
}

function linesOf(events: readonly UniversalEvent[]): string {
  let lines = '';
  for (const event of events) lines += `${jsonText(event)}\n`;
  return lines;
}
