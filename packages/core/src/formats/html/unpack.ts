/** The other way round: bytes from a packed line, in a browser. */
import { fromBase124 } from './base124.ts';

/** The length in bytes, a colon, and the bytes in base 124. */
export function bytesIn(line: string): Uint8Array<ArrayBuffer> {
  const colon = line.indexOf(':');
  return fromBase124(line.slice(colon + 1), Number(line.slice(0, colon)));
}

export async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export const unpack = (line: string): Promise<Uint8Array<ArrayBuffer>> => inflate(bytesIn(line));
