/**
 * The class of each character, case folded; 0 is everything that keywords do not hold. One map for all automata: the
 * engine compiles a constant into the loop, but looks up a field of an object in every round.
 */
import { CLASSES_AT } from '../kernels/scan-layout.ts';
import { scanMemory } from '../kernels/scan-memory.ts';

export const CLASS_OF = new Uint8Array(scanMemory, CLASSES_AT, 256);
export const CLASSES = (() => {
  let next = 1;
  for (let unit = 9; unit < 127; unit++) {
    if (unit < 32 && unit !== 9 && unit !== 10 && unit !== 13) continue;
    if (unit >= 65 && unit <= 90) continue;
    CLASS_OF[unit] = next++;
  }
  for (let unit = 65; unit <= 90; unit++) CLASS_OF[unit] = CLASS_OF[unit + 32]!;
  return next;
})();
