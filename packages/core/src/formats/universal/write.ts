/** Writes a transcript as universal events, one a line. */
import type { FormatContext, TranscriptSource } from '../contract.ts';
import { gather } from '../gather.ts';
import { LineWriter } from './line-writer.ts';
import { UniversalStream } from './stream.ts';

export async function* writeUniversal(
  { header, events }: TranscriptSource,
  { digest, options = {} }: FormatContext,
): AsyncIterable<string> {
  const stream = new UniversalStream(header, {
    digest,
    whole: options['raw'] === true,
    open: options['open'] === true,
  });
  const writer = new LineWriter(header);
  yield* gather(events(), (event) => writer.lines(stream.push(event)));
  yield writer.lines(stream.end());
}
