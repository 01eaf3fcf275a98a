/**
 * A log is read back in units: runs of blocks with the reader's state at their start, so that any event can be had
 * without reading what comes before. States are a few KB each, which is why not every block has one.
 */

import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { SavedLog } from '@hansard/core';

export const UNIT_BYTES = 256 * 1024;

export function packCheckpoint(saved: SavedLog): Uint8Array {
  return brotliCompressSync(Buffer.from(JSON.stringify(saved)), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
  });
}

export function unpackCheckpoint(data: Uint8Array): SavedLog {
  return JSON.parse(brotliDecompressSync(data).toString()) as SavedLog;
}

/** What is kept of the reader between two runs. */
export interface SavedReading {
  readonly log: SavedLog;
  /** Start of the unit under way, and how many events it has added. */
  readonly unit: number;
  readonly added: number;
}
