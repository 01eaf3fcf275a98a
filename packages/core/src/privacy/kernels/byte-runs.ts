/** Runs of bytes of a kind in the piece of text that is looked at. */
import { MATTERS } from './scan-layout.ts';
import { kernels, pieceBytes, scanMemory } from './scan-memory.ts';

/** Bytes that are of a kind, which are not nought; in the memory of the kernels. Those with `MATTERS` are more than filling. */
export const byteKinds = (at: number): Uint8Array => new Uint8Array(scanMemory, at, 256);

/**
 * Where, from a place of the piece on, the next run begins that has so many bytes, one of which matters; filling before
 * it may be left out. Where there is none, less than nought:
 * minus one less where to go on with the next piece, in which a run may end that begins there.
 */
export function nextRun(kinds: Uint8Array, from: number, length: number, shortest: number): number {
  if (kernels) return kernels.nextRun(kinds.byteOffset, from, length, shortest);
  let at = from;
  while (at + shortest <= length) {
    let seen = 0;
    let last = at + shortest - 1;
    for (let kind = kinds[pieceBytes[last]!]!; kind !== 0; kind = last < at ? 0 : kinds[pieceBytes[last]!]!) {
      seen |= kind;
      last--;
    }
    if (last >= at) at = last + 1;
    else if (seen & MATTERS) return at;
    else at += shortest;
  }
  return -1 - at;
}
