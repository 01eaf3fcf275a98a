/** Lines of JSON on an input, cut at LF alone: JSON may hold other characters that end lines for people. */
import type { Readable } from 'node:stream';
import { LineSplitter } from '@hansard/live/wire/split-lines.ts';

export async function* inputLines(input: Readable): AsyncGenerator<string> {
  const lines = new LineSplitter();
  const texts = (found: readonly Uint8Array[]) => found.map((line) => Buffer.from(line).toString('utf8'));
  for await (const chunk of input) yield* texts(lines.push(Buffer.from(chunk as Uint8Array)));
  yield* texts(lines.finish());
}
