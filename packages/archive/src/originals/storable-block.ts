/**
 * A block on its way into the archive: its bytes, or what is stored of them. Compressing takes longest, so whoever has the
 * time may do it before.
 */
import { packBlock } from './codec.ts';
import { hashOf } from './stored-block.ts';

export interface PackedBytes {
  /** Unpacked. */
  readonly length: number;
  readonly hash: Uint8Array;
  readonly codec: number;
  readonly data: Uint8Array;
}

export type StorableBlock = Uint8Array | PackedBytes;

export const packedBytes = (bytes: Uint8Array): PackedBytes => ({
  length: bytes.length,
  hash: hashOf(bytes),
  ...packBlock(bytes),
});

export const hashOfBlock = (block: StorableBlock): Uint8Array => ('hash' in block ? block.hash : hashOf(block));

export const packedBlock = (block: StorableBlock): PackedBytes => ('hash' in block ? block : packedBytes(block));
