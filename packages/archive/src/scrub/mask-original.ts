/**
 * Takes what was removed out of the original of one input, in all its versions: blocks that hold it are written again,
 * and let go of; blocks that other inputs share stay until it is their turn. Places stay as they are.
 */

import type { Masker } from '../masking/masker.ts';
import type { Originals, Placed, Version } from '../sqlite/originals/originals.ts';

export interface MaskedOriginal {
  /** Versions in which something was written over. */
  readonly versions: readonly Version[];
  /** Stretches that were. */
  readonly stretches: number;
}

/** Inside a transaction. */
export function maskOriginal(originals: Originals, inputId: number, masker: Masker): MaskedOriginal {
  const versions: Version[] = [];
  let stretches = 0;
  for (const version of originals.versions(inputId)) {
    let found = 0;
    for (const { start, bytes, hits } of maskedBlocks(originals.blocks(version), masker)) {
      originals.rewrite(version, start, bytes);
      found += hits;
    }
    if (found === 0) continue;
    originals.markScrubbed(version.id);
    versions.push(version);
    stretches += found;
  }
  return { versions, stretches };
}

/** Whether any version holds something; nothing is changed. */
export function holdsRemoved(originals: Originals, inputId: number, masker: Masker): boolean {
  return originals.versions(inputId).some((version) => {
    for (const _ of maskedBlocks(originals.blocks(version), masker)) return true;
    return false;
  });
}

interface MaskedBlock extends Placed {
  readonly hits: number;
}

/** The blocks that hold something, without it. What stands across the end of a block is known by both sides. */
export function* maskedBlocks(blocks: Iterable<Placed>, masker: Masker): Iterable<MaskedBlock> {
  const { margin } = masker;
  let before: Buffer = Buffer.alloc(0);
  const waiting: Placed[] = [];
  const settle = function* (isEnd: boolean): Iterable<MaskedBlock> {
    while (waiting.length > 0 && (isEnd || bytesIn(waiting.slice(1)) >= margin)) {
      const block = waiting.shift() as Placed;
      const masked = maskBetween(before, block, waiting, masker);
      before = tail(Buffer.concat([before, block.bytes]), margin);
      if (masked) yield masked;
    }
  };
  for (const block of blocks) {
    waiting.push(block);
    yield* settle(false);
  }
  yield* settle(true);
}

function maskBetween(
  before: Buffer,
  { start, bytes }: Placed,
  behind: readonly Placed[],
  masker: Masker,
): MaskedBlock | undefined {
  const next = Buffer.concat(behind.map((block) => block.bytes)).subarray(0, masker.margin);
  const from = before.length;
  const end = from + bytes.length;
  const masked = masker.mask(Buffer.concat([before, bytes, next]));
  if (!masked) return undefined;
  const after = Buffer.from(masked.bytes.subarray(from, end));
  if (Buffer.compare(after, bytes) === 0) return undefined;
  return { start, bytes: after, hits: masked.hits.filter((hit) => hit.start >= from && hit.start < end).length || 1 };
}

const bytesIn = (blocks: readonly Placed[]): number => blocks.reduce((sum, { bytes }) => sum + bytes.length, 0);

const tail = (bytes: Buffer, count: number): Buffer => Buffer.from(bytes.subarray(Math.max(0, bytes.length - count)));
