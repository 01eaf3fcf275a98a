/**
 * The innermost loop of the automaton as a script, where there is no WebAssembly: three parts of a piece of text side by
 * side. Every step waits for the table, and while one part waits the others go on. Whoever is to be told of what happens
 * is not called from the loop, which would cost it its registers (a third of its speed, measured).
 */

import { held, pieceWords } from '../kernels/scan-memory.ts';
import { CLASS_OF } from './character-classes.ts';

export const SCRIPT_LANES = 3;

/** See `LaneWalker`. */
export function walkInScript(table: Int32Array, special: number, before: number, words: number, step: number): number {
  let a = before;
  let b = 0;
  let c = 0;
  let last = 0;
  let count = 0;
  for (let i = 0; i < words; i++) {
    const wordA = pieceWords[i]!;
    const wordB = pieceWords[i + step]!;
    const wordC = pieceWords[i + 2 * step]!;
    // Written out: in a loop over the four bytes the same steps take half as long again.
    last = a;
    a = table[last + CLASS_OF[wordA & 255]!]!;
    if (a >= special) count = hold(count, a, last, 16 * i);
    last = b;
    b = table[last + CLASS_OF[wordB & 255]!]!;
    if (b >= special) count = hold(count, b, last, 16 * i + 1);
    last = c;
    c = table[last + CLASS_OF[wordC & 255]!]!;
    if (c >= special) count = hold(count, c, last, 16 * i + 2);
    last = a;
    a = table[last + CLASS_OF[(wordA >>> 8) & 255]!]!;
    if (a >= special) count = hold(count, a, last, 16 * i + 4);
    last = b;
    b = table[last + CLASS_OF[(wordB >>> 8) & 255]!]!;
    if (b >= special) count = hold(count, b, last, 16 * i + 5);
    last = c;
    c = table[last + CLASS_OF[(wordC >>> 8) & 255]!]!;
    if (c >= special) count = hold(count, c, last, 16 * i + 6);
    last = a;
    a = table[last + CLASS_OF[(wordA >>> 16) & 255]!]!;
    if (a >= special) count = hold(count, a, last, 16 * i + 8);
    last = b;
    b = table[last + CLASS_OF[(wordB >>> 16) & 255]!]!;
    if (b >= special) count = hold(count, b, last, 16 * i + 9);
    last = c;
    c = table[last + CLASS_OF[(wordC >>> 16) & 255]!]!;
    if (c >= special) count = hold(count, c, last, 16 * i + 10);
    last = a;
    a = table[last + CLASS_OF[wordA >>> 24]!]!;
    if (a >= special) count = hold(count, a, last, 16 * i + 12);
    last = b;
    b = table[last + CLASS_OF[wordB >>> 24]!]!;
    if (b >= special) count = hold(count, b, last, 16 * i + 13);
    last = c;
    c = table[last + CLASS_OF[wordC >>> 24]!]!;
    if (c >= special) count = hold(count, c, last, 16 * i + 14);
  }
  held[count] = c;
  return count;
}

function hold(count: number, state: number, before: number, place: number): number {
  held[count] = state;
  held[count + 1] = before;
  held[count + 2] = place;
  return count + 3;
}
