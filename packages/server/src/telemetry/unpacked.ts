/** A body without its packing, and no larger than what is taken unpacked: a few bytes can stand for very many. */
import { Readable } from 'node:stream';
import { createGunzip, createInflate, type Gunzip, type Inflate } from 'node:zlib';
import { Refusal } from '../problems.ts';

const MOST_BYTES = 256 * 1024 * 1024;

export async function unpacked(body: AsyncIterable<Uint8Array>, encoding = 'identity'): Promise<Uint8Array> {
  const unpacking = unpackerOf(encoding.trim().toLowerCase());
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const piece of unpacking ? unpackedPieces(body, unpacking) : body) {
      bytes += piece.length;
      if (bytes > MOST_BYTES)
        throw new Refusal('body-too-large', `The body has more than ${MOST_BYTES} bytes unpacked.`);
      pieces.push(piece);
    }
  } catch (error) {
    if (!isPacking(error)) throw error;
    throw new Refusal('bad-request', `The body is not packed as content-encoding says: ${(error as Error).message}.`);
  } finally {
    unpacking?.destroy();
  }
  return Buffer.concat(pieces, bytes);
}

function unpackerOf(encoding: string): Gunzip | Inflate | undefined {
  if (encoding === 'identity' || encoding === '') return undefined;
  if (encoding === 'gzip') return createGunzip();
  if (encoding === 'deflate') return createInflate();
  throw new Refusal('unsupported-media', `Bodies packed with ${encoding.slice(0, 40)} are not taken; gzip is.`);
}

async function* unpackedPieces(body: AsyncIterable<Uint8Array>, through: Gunzip | Inflate): AsyncIterable<Uint8Array> {
  const source = Readable.from(body);
  source.on('error', (error) => through.destroy(error));
  yield* source.pipe(through) as AsyncIterable<Uint8Array>;
}

const isPacking = (error: unknown): boolean =>
  error instanceof Error && /^Z_/.test((error as NodeJS.ErrnoException).code ?? '');
