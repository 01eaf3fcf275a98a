/**
 * Packed text: one byte that says how, then the bytes. zstd where Node has it, Brotli elsewhere. Both are always read: what was
 * written on one Node may be read on another. What is unpacked is bounded, because whatever was sent may be made to burst.
 */

import zlib, { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { byLibrary } from '@hansard/archive/host/unzstd.ts';

export const BROTLI = 1;
export const ZSTD = 2;

/** The next one takes twice the time for a twentieth less. */
const QUALITY = 3;

/** Node 20 has none of it. */
const { zstdCompressSync, zstdDecompressSync } = zlib as typeof zlib & {
  zstdCompressSync?: (data: Uint8Array) => Buffer;
  zstdDecompressSync?: (data: Uint8Array, options: { maxOutputLength: number }) => Buffer;
};

export function pack(text: string): Uint8Array {
  const data = Buffer.from(text);
  if (zstdCompressSync) return Buffer.concat([Buffer.of(ZSTD), zstdCompressSync(data)]);
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: data.length };
  return Buffer.concat([Buffer.of(BROTLI), brotliCompressSync(data, { params })]);
}

export class TooLarge extends Error {}
export class NotPacked extends Error {}

/** Fails with `TooLarge` for more than so many bytes, with `NotPacked` for what is damaged. */
export function unpack(packed: Uint8Array, most = Number.MAX_SAFE_INTEGER): string {
  return unpackBytes(packed, most).toString('utf8');
}

export function unpackBytes(packed: Uint8Array, most: number): Buffer {
  const maxOutputLength = Math.min(most, 2 ** 31 - 1);
  try {
    const data = packed.subarray(1);
    if (packed[0] === BROTLI) return brotliDecompressSync(data, { maxOutputLength });
    if (packed[0] === ZSTD && zstdDecompressSync) return zstdDecompressSync(data, { maxOutputLength });
    if (packed[0] === ZSTD) return Buffer.from(byLibrary(data, maxOutputLength));
  } catch (error) {
    const isTooLarge = error instanceof RangeError || (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    if (isTooLarge) throw new TooLarge(`more than ${most} bytes`);
    throw new NotPacked((error as Error).message);
  }
  throw new NotPacked('the first byte names no way of packing');
}

export const packJson = (value: unknown): Uint8Array => pack(JSON.stringify(value));
export const unpackJson = <T>(packed: Uint8Array): T => JSON.parse(unpack(packed)) as T;
