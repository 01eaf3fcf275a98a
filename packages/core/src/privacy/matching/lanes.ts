/**
 * Who walks a piece of text, in parts side by side: the kernel where the table lies in its memory, a script otherwise.
 * What happens is not told at once but written down, and told when the piece is through.
 */
import { LONGEST_OVERLAP, MOST_LANES } from '../kernels/scan-layout.ts';
import { kernels } from '../kernels/scan-memory.ts';
import { isInKernels } from './scan-tables.ts';
import { SCRIPT_LANES, walkInScript } from './script-lanes.ts';

/** Where something happened: the place in the lane times this, and the number of the lane. */
export const PLACE_BITS = 2;
export const PER_PLACE = 1 << PLACE_BITS;

export interface LaneWalker {
  readonly lanes: number;
  /**
   * Walks `words` times four bytes in each lane, the first of which goes on from `before`; a lane begins `step` words
   * behind the one before it. Notes in `held` each state from `special` on, three numbers for one: the state, the one
   * before it, and where. Says how many numbers that are; behind them stands the last lane's state.
   */
  walk(special: number, before: number, words: number, step: number): number;
}

/**
 * Lanes overlap by the longest keyword; undefined where that is too much for any. Whoever has the walker must keep the
 * table, whose place is given to others when it is gone.
 */
export function laneWalker(table: Int32Array, overlap: number): LaneWalker | undefined {
  if (overlap > LONGEST_OVERLAP) return undefined;
  if (kernels && isInKernels(table)) {
    const { walk } = kernels;
    const at = table.byteOffset;
    return {
      lanes: MOST_LANES,
      walk: (special, before, words, step) => walk(at, special, before, words, step),
    };
  }
  return {
    lanes: SCRIPT_LANES,
    walk: (special, before, words, step) => walkInScript(table, special, before, words, step),
  };
}
