/** How blocks are compressed. Brotli's fastest level is in every Node and within a tenth of zstd; the codec is kept with each block. */
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { MAX_BLOCK_BYTES } from './cut-blocks.ts';

const STORED = 0;
const BROTLI = 1;

export interface PackedBlock {
  readonly codec: number;
  readonly data: Uint8Array;
}

export function packBlock(bytes: Uint8Array): PackedBlock {
  const data = brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
  return data.length < bytes.length ? { codec: BROTLI, data } : { codec: STORED, data: bytes };
}

/** Into as much space at once: pieces and their joining take as long again. */
const LEAST_SPACE = 64;
const MOST_SPACE = 1024 * 1024;
const DEFAULT_SPACE = 128 * 1024;

/** `bytes` is how long the block is unpacked, as far as that is known; a damaged one may claim to be of any length. */
export function unpackBlock(codec: number, data: Uint8Array, bytes = DEFAULT_SPACE): Uint8Array {
  if (codec === STORED) return data;
  if (codec === BROTLI) {
    const chunkSize = Math.min(MOST_SPACE, Math.max(LEAST_SPACE, bytes + 1));
    return brotliDecompressSync(data, { chunkSize, maxOutputLength: MAX_BLOCK_BYTES });
  }
  throw new Error(`unknown codec ${codec}`);
}
