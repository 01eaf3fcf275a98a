/** Packs values for the page: JSON, raw deflate, base64. */
import { toBase64 } from '../../reading/base64.ts';
import type { FormatContext } from '../contract.ts';

export async function pack(json: string, { deflate = platformDeflate }: FormatContext): Promise<string> {
  return toBase64(await deflate(new TextEncoder().encode(json)));
}

/** For programs that give no faster way. */
async function platformDeflate(data: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([data as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream as ReadableStream<Uint8Array>).arrayBuffer());
}
