/** Packs JSON for the page: raw deflate, in characters that a script element can hold, after the length in bytes. */
import type { FormatContext } from '../contract.ts';
import { toBase124 } from './base124.ts';

/** One line, with its end. */
export async function* pack(
  json: Uint8Array,
  { deflate = platformDeflate }: FormatContext,
): AsyncIterable<string | Uint8Array> {
  const packed = await deflate(json);
  yield `${packed.length}:`;
  yield toBase124(packed);
  yield '\n';
}

/** For programs that give no faster way. */
async function platformDeflate(data: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([data as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream as ReadableStream<Uint8Array>).arrayBuffer());
}
