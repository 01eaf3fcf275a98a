/** A block as it lies in the database, checked against the SHA-256 of what was kept: disks and memory flip bits. */
import { createHash } from 'node:crypto';
import type { SqlRow } from '@hansard/core';
import { unpackBlock } from './codec.ts';

/** The columns that checking a block takes. */
export const BLOCK_COLUMNS = 'id, hash, codec, bytes, data';

export const hashOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** The bytes of a block, or undefined when they are not what was kept. */
export function unpackStored(row: SqlRow): Uint8Array | undefined {
  const bytes = unpackUnchecked(row);
  return bytes && hashOf(bytes).equals(row['hash'] as Uint8Array) && bytes.length === row['bytes'] ? bytes : undefined;
}

/** Undefined when they cannot even be unpacked. */
export function unpackUnchecked({ codec, bytes, data }: SqlRow): Buffer | undefined {
  try {
    return Buffer.from(unpackBlock(codec as number, data as Uint8Array, bytes as number));
  } catch {
    return undefined;
  }
}
