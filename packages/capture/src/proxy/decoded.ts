/** Bytes as they were before they were compressed, for the record alone: the client gets them as they came. */
import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

export interface Decoder {
  push(chunk: Uint8Array): void;
  /** Resolves when everything has been decoded. */
  end(): Promise<void>;
}

/** Undefined for a compression that is not known here. */
export function decoderOf(encoding: string | undefined, take: (chunk: Uint8Array) => void): Decoder | undefined {
  if (!encoding || encoding === 'identity') {
    return { push: (chunk) => take(chunk), end: async () => {} };
  }
  const stream = streamOf(encoding.toLowerCase());
  if (!stream) return undefined;
  stream.on('data', take);
  const done = new Promise<void>((resolve) => {
    stream
      .once('end', resolve)
      .once('error', () => resolve())
      .once('close', resolve);
  });
  return {
    push: (chunk) => void stream.write(chunk),
    end: () => {
      stream.end();
      return done;
    },
  };
}

function streamOf(encoding: string): Transform | undefined {
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip();
  if (encoding === 'deflate') return createInflate();
  if (encoding === 'br') return createBrotliDecompress();
  // Not in every Node.
  const zstd = (zlib as { createZstdDecompress?: () => Transform }).createZstdDecompress;
  return encoding === 'zstd' ? zstd?.() : undefined;
}
