/**
 * A log is read back in units: runs of blocks with the reader's state at their start, so that any event can be had
 * without reading what comes before. States are a few KB each, which is why not every block has one.
 */

import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { SavedLog } from '@hansard/core';

export const UNIT_BYTES = 384 * 1024;

export function packJson(value: unknown): Uint8Array {
  return brotliCompressSync(Buffer.from(JSON.stringify(value)), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
}

export function unpackJson<T>(data: Uint8Array): T {
  return JSON.parse(brotliDecompressSync(data).toString()) as T;
}

/** What is kept of the reader between two runs. */
export interface SavedReading {
  readonly log: SavedLog;
  /** Start of the unit under way, and how many events it has added. */
  readonly unit: number;
  readonly added: number;
  /** It is being read from its beginning again: what this reading does not meet is gone when it ends. */
  readonly again?: boolean;
}
