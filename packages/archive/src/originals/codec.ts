/** How blocks are compressed. Brotli's fastest level is in every Node and within a tenth of zstd; the codec is kept with each block. */
import { promisify } from 'node:util';
import { brotliCompressSync, brotliDecompress, brotliDecompressSync, constants } from 'node:zlib';

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

export function unpackBlock(codec: number, data: Uint8Array): Uint8Array {
  if (codec === STORED) return data;
  if (codec === BROTLI) return brotliDecompressSync(data);
  throw new Error(`unknown codec ${codec}`);
}

const decompress = promisify(brotliDecompress);

/** The same beside other work: several blocks are unpacked at once where there are several cores. */
export async function unpackBlockLater(codec: number, data: Uint8Array): Promise<Uint8Array> {
  return codec === BROTLI ? decompress(data) : unpackBlock(codec, data);
}
