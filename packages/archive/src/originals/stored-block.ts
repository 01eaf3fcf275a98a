/** A block as it lies in the database, checked against the SHA-256 of what was kept: disks and memory flip bits. */

import { createHash } from 'node:crypto';
import type { SqlRow } from '@hansard/core';
import { bytes as blob, integer, rowReader } from '../database/row-shape.ts';
import { unpackBlock } from './codec.ts';

/** The columns that checking a block takes. */
export const BLOCK_COLUMNS = 'id, hash, codec, bytes, data';

const readPacked = rowReader({ codec: integer, bytes: integer, data: blob });
const readKept = rowReader({ hash: blob, bytes: integer });

export const hashOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** The bytes of a block, or undefined when they are not what was kept. */
export function unpackStored(row: SqlRow): Uint8Array | undefined {
  const { hash, bytes: length } = readKept(row);
  const bytes = unpackUnchecked(row);
  return bytes && hashOf(bytes).equals(hash) && bytes.length === length ? bytes : undefined;
}

/** Undefined when they cannot even be unpacked. */
export function unpackUnchecked(row: SqlRow): Buffer | undefined {
  const { codec, bytes, data } = readPacked(row);
  try {
    return Buffer.from(unpackBlock(codec, data, bytes));
  } catch {
    return undefined;
  }
}
