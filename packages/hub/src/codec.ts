/**
 * Packed text: one byte that says how, then the bytes. zstd where Node has it, Brotli elsewhere; both are always read where
 * this Node can, and what is unpacked is bounded, because whatever was sent may be made to burst.
 */
import zlib, { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

export const BROTLI = 1;
export const ZSTD = 2;

const QUALITY = 5;

/** Node 20 has none of it. */
const { zstdCompressSync, zstdDecompressSync } = zlib as typeof zlib & {
  zstdCompressSync?: (data: Uint8Array) => Buffer;
  zstdDecompressSync?: (data: Uint8Array, options: { maxOutputLength: number }) => Buffer;
};

export const hasZstd = zstdCompressSync !== undefined;

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
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new TooLarge(`more than ${most} bytes`);
    throw new NotPacked((error as Error).message);
  }
  if (packed[0] === ZSTD) throw new NotPacked('this Node cannot read zstd: 22.15 and newer can');
  throw new NotPacked('the first byte names no way of packing');
}

export const packJson = (value: unknown): Uint8Array => pack(JSON.stringify(value));
export const unpackJson = <T>(packed: Uint8Array): T => JSON.parse(unpack(packed)) as T;
