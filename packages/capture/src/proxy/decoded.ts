/** Bytes as they were before they were compressed, for the record alone: the client gets them as they came. */
import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

const CREATED = new Map<string, () => (() => Transform) | undefined>([
  ['gzip', () => createGunzip],
  ['x-gzip', () => createGunzip],
  ['deflate', () => createInflate],
  ['br', () => createBrotliDecompress],
  // Not in every Node.
  ['zstd', () => (zlib as { createZstdDecompress?: () => Transform }).createZstdDecompress],
]);

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
      .on('error', () => resolve())
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

/** What of a list of compressions can be read here: a model that is asked for another gives an answer that cannot be recorded. */
export function readableEncodings(accepted: string): string {
  const kept = accepted.split(',').filter((one) => {
    const name = one.split(';')[0]?.trim().toLowerCase() ?? '';
    return name === 'identity' || CREATED.get(name)?.() !== undefined;
  });
  return kept.length > 0 ? kept.join(',').trim() : 'identity';
}

function streamOf(encoding: string): Transform | undefined {
  return CREATED.get(encoding)?.()?.();
}
