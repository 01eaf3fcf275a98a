/**
 * Dismisses most of what the walk over a text notices, by the bytes that stand there: a keyword that no match of its
 * rules goes on from, an end of line in a word that does not go on behind it. Bytes are lower halves of characters, so
 * they may let through what is nothing; what they dismiss is nothing. Asking whoever is to be told costs several times as much.
 */

import { pieceBytes } from '../kernels/scan-memory.ts';
import { isBreak, type Opening, PLACES } from '../patterns/pattern-opening.ts';
import { CLASS_OF } from './character-classes.ts';
import { DEEPEST_INDENTATION, followsBackslash } from './line-breaks.ts';

/** What a match that begins with a keyword can begin with, by byte; `undefined` where matches begin elsewhere. */
export type KeywordOpening = Uint8Array | undefined;

const BYTES = 256;
const ASCII = 128;

/** Of several rules that share a keyword. What characters above ASCII may be, any byte may be a half of. */
export function openingBytes(openings: readonly Opening[]): Uint8Array {
  const bytes = new Uint8Array(BYTES);
  for (const opening of openings) {
    for (let byte = 0; byte < BYTES; byte++) bytes[byte]! |= opening[Math.min(byte, ASCII)]! | opening[ASCII]!;
  }
  return bytes;
}

export class IdleHits {
  private readonly openings: readonly KeywordOpening[];
  private readonly lengths: Uint8Array;

  /** By the number of the state: the opening of its keyword, and how long that is. */
  constructor(openings: readonly KeywordOpening[], lengths: readonly number[]) {
    this.openings = openings;
    this.lengths = Uint8Array.from(lengths);
  }

  /** Whether no rule of the keyword that ends at a place of the piece can match there. */
  isIdleHit(state: number, last: number, length: number): boolean {
    const opening = this.openings[state];
    const start = last + 1 - this.lengths[state]!;
    if (opening === undefined || start < 0) return false;
    const end = Math.min(start + PLACES, length);
    for (let i = start, place = 1; i < end; i++, place <<= 1) {
      const byte = pieceBytes[i]!;
      if ((opening[byte]! & place) === 0) return !isBreak(byte);
    }
    return false;
  }
}

const RETURN = 13;
const BACKSLASH = 92;

/**
 * Whether what a state holds does not go on behind the break at a place of the piece: `table` says where it goes, and
 * from `deep` on it goes somewhere. The same as `breakAt` and `goesOn` would say.
 */
export function isIdleBreak(table: Int32Array, deep: number, state: number, at: number, length: number): boolean {
  const unit = pieceBytes[at]!;
  // Escaped breaks have many forms.
  if (unit === BACKSLASH) return at + 1 < length && !followsBackslash(pieceBytes[at + 1]!);
  const line = unit === RETURN ? at + 2 : at + 1;
  let next = line;
  while (next < length && next - line < DEEPEST_INDENTATION && isBlank(pieceBytes[next]!)) next++;
  return next < length && table[state + CLASS_OF[pieceBytes[next]!]!]! < deep;
}

const isBlank = (byte: number): boolean => byte === 32 || byte === 9;
