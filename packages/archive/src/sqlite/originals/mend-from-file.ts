/**
 * Writes damaged blocks of a version again from bytes that may be the same: the agent's own file. They are taken when they
 * have the hash of the block, or when they are what the block holds and only its hash or length was damaged.
 */
import type { Originals, Version } from './originals.ts';

/** The bytes of a file from `start` to `end`, as far as it has them. */
export type ByteSource = (start: number, end: number) => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export async function mendFrom(originals: Originals, version: Pick<Version, 'id'>, read: ByteSource): Promise<void> {
  for (const { start, end, blockId } of originals.damageOf(version)) {
    if (blockId === undefined) continue;
    const parts: Uint8Array[] = [];
    for await (const part of read(start, end)) parts.push(Buffer.from(part));
    const bytes = Buffer.concat(parts);
    if (bytes.length === end - start) originals.mendIfSame(blockId, bytes);
  }
}
