/** Bodies of requests: unpacked, and never more than is allowed, before and after. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Refusal } from '@hansard/server/frame';
import { NotTaken } from '../accept/problems.ts';
import { NotPacked, TooLarge, unpackBytes, ZSTD } from '../codec.ts';

export interface SentBody {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly encoding: string | undefined;
  /** As the request says. */
  readonly length: number;
}

export async function textIn(body: SentBody, most: number): Promise<string> {
  return textOf(await bytesIn(body, most), body.encoding, most);
}

const tooLarge = (most: number): NotTaken =>
  new NotTaken('document-too-large', `More than ${most} bytes are not taken at once.`);

/** As they were sent. */
export async function bytesIn({ bytes, length }: SentBody, most: number): Promise<Buffer> {
  if (length > most) throw tooLarge(most);
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of bytes) {
    size += piece.length;
    if (size > most) throw tooLarge(most);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

export function textOf(bytes: Buffer, encoding: string | undefined, most: number): string {
  try {
    return unpacked(bytes, encoding ?? 'identity', most).toString('utf8');
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof TooLarge || code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(most);
    if (error instanceof NotPacked || typeof code === 'string') {
      throw new Refusal('bad-body', `The body cannot be unpacked as ${encoding ?? 'identity'}.`);
    }
    throw error;
  }
}

function unpacked(data: Buffer, encoding: string, most: number): Buffer {
  const options = { maxOutputLength: most };
  if (encoding === 'identity' || encoding === '') return data;
  if (encoding === 'gzip') return gunzipSync(data, options);
  if (encoding === 'br') return brotliDecompressSync(data, options);
  if (encoding === 'zstd') return unpackBytes(Buffer.concat([Buffer.of(ZSTD), data]), most);
  throw new Refusal('unsupported-media', 'content-encoding is br, zstd, gzip or none.');
}
