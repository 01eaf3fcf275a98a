/** Undoes Zstandard: by Node where it can, by a library on Node 20. What an agent keeps in it is small, and bounded here. */
import zlib from 'node:zlib';
import { Decompress } from 'fzstd';

const MOST_BYTES = 64 * 1024 * 1024;

type Undo = (data: Uint8Array, options: { maxOutputLength: number }) => Uint8Array;
const byNode = (zlib as { zstdDecompressSync?: Undo }).zstdDecompressSync;

export function unzstd(data: Uint8Array, mostBytes = MOST_BYTES): Uint8Array | undefined {
  try {
    return byNode ? byNode(data, { maxOutputLength: mostBytes }) : byLibrary(data, mostBytes);
  } catch {
    return undefined;
  }
}

/** Piece by piece: a few bytes may say that they become gigabytes. */
export function byLibrary(data: Uint8Array, mostBytes: number): Uint8Array {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  const stream = new Decompress((piece) => {
    bytes += piece.length;
    if (bytes > mostBytes) throw new RangeError('too large');
    pieces.push(piece);
  });
  stream.push(data, true);
  return Buffer.concat(pieces);
}
