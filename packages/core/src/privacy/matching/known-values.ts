/**
 * Looks for many literal values at once: secrets that were found somewhere and must go everywhere, and names that get
 * pseudonyms. Four characters of each value, chosen where few others have the same, are its mark; every four characters
 * of a text are asked whether they may be one. Memory grows with the values alone.
 */

import { LOWEST_FIRST, loadPiece } from '../kernels/latin-bytes.ts';
import { PIECE } from '../kernels/scan-layout.ts';
import { kernels, pieceBytes, pieceWords } from '../kernels/scan-memory.ts';
import { hashMark, MARK, markOf, SMALL, SPREAD } from './known-marks.ts';
import { isInKernels, newBytes } from './scan-tables.ts';
import { isLetterOrDigit, isWordStart } from './word-start.ts';

export interface KnownValue {
  readonly text: string;
  /** Upper and lower case are the same. */
  readonly caseless: boolean;
  /** It counts only where it is not a part of a longer word. */
  readonly whole: boolean;
  /** So many characters at the beginning are only there to tell it from other things, and stay. */
  readonly lead?: number;
  /** The same at the end. */
  readonly tail?: number;
  /** It is a part of something: what stands before and behind it there belongs to it as far as it is the same. */
  readonly before?: string;
  readonly behind?: string;
  /** More that must hold where it stands. */
  readonly where?: (text: string, start: number, end: number) => boolean;
}

export type OnKnown<V extends KnownValue> = (value: V, start: number, end: number) => void;

export const SHORTEST_KNOWN = 4;
/** Values with the same mark are tried one by one, so there is an end to them. */
const MOST_WITH_ONE_MARK = 1_024;
const FEWEST_FILTER_BITS = 12;
const MOST_FILTER_BITS = 20;

interface Marked<V> {
  readonly value: V;
  /** Where the mark ends in the value. */
  readonly markEnd: number;
  readonly folded: string;
}

/** Of so many places in the filter one may be taken. */
const SPARSE = 64;

export class KnownValues<V extends KnownValue> {
  private readonly marks = new Map<number, Marked<V>[]>();
  /** One bit for each mark, hashed: most places of a text are dismissed by it. */
  private filter = newBytes(1 << FEWEST_FILTER_BITS);
  private isInKernels = isInKernels(this.filter);
  /** How far a hash is shifted to the right to be a place in the filter. */
  private shift = 32 - FEWEST_FILTER_BITS;
  /** What is looked for already, with the part of it that goes. */
  private readonly texts = new Set<string>();

  get size(): number {
    return this.texts.size;
  }

  /** Values that are too short are not taken. */
  add(value: V): void {
    const id = `${value.lead ?? 0} ${value.tail ?? 0} ${value.text}`;
    if (value.text.length < SHORTEST_KNOWN || this.texts.has(id)) return;
    this.texts.add(id);
    const markEnd = this.bestMark(value.text);
    const mark = markOf(value.text, markEnd);
    const same = this.marks.get(mark) ?? [];
    if (same.length >= MOST_WITH_ONE_MARK) return;
    same.push({ value, markEnd, folded: value.caseless ? value.text.toLowerCase() : value.text });
    this.marks.set(mark, same);
    this.filter[hashMark(mark) >>> this.shift] = 1;
    if (this.marks.size * SPARSE > this.filter.length && this.shift > 32 - MOST_FILTER_BITS) this.enlarge();
  }

  /** A filter that is mostly empty dismisses most places. */
  private enlarge(): void {
    this.shift -= 2;
    this.filter = newBytes(1 << (32 - this.shift));
    this.isInKernels = isInKernels(this.filter);
    for (const mark of this.marks.keys()) this.filter[hashMark(mark) >>> this.shift] = 1;
  }

  /** The place with the fewest others, from the end on: beginnings are what keys of one kind share. */
  private bestMark(text: string): number {
    let best = text.length;
    let fewest = Number.POSITIVE_INFINITY;
    for (let end = text.length, tries = 0; end >= MARK && tries < 8 && fewest > 0; end -= 3, tries++) {
      const others = this.marks.get(markOf(text, end))?.length ?? 0;
      if (others < fewest) {
        fewest = others;
        best = end;
      }
    }
    return best;
  }

  find(text: string, onKnown: OnKnown<V>): void {
    if (this.texts.size === 0) return;
    for (let offset = 0; offset + MARK <= text.length; offset += PIECE - MARK + 1) {
      const length = loadPiece(text, offset);
      this.findInBytes(text, offset, this.findInWords(text, offset, length, onKnown), length, onKnown);
    }
  }

  /** Four places at a time. Says how far it came. */
  private findInWords(text: string, offset: number, length: number, onKnown: OnKnown<V>): number {
    if (!LOWEST_FIRST) return 0;
    const words = Math.max(0, (length >> 2) - 1);
    for (let i = this.nextWord(0, words); i < words; i = this.nextWord(i + 1, words)) {
      const first = pieceWords[i]! | SMALL;
      const next = pieceWords[i + 1]! | SMALL;
      const end = offset + 4 * i + MARK;
      this.verify(text, first, end, onKnown);
      this.verify(text, (first >>> 8) | (next << 24), end + 1, onKnown);
      this.verify(text, (first >>> 16) | (next << 16), end + 2, onKnown);
      this.verify(text, (first >>> 24) | (next << 8), end + 3, onKnown);
    }
    return 4 * words;
  }

  /** The next word at one of whose places a mark may begin; one question for all four. */
  private nextWord(from: number, words: number): number {
    const { filter, shift } = this;
    if (kernels && this.isInKernels) return kernels.mayBeKnown(filter.byteOffset, shift, from, words);
    for (let i = from; i < words; i++) {
      const first = pieceWords[i]! | SMALL;
      const next = pieceWords[i + 1]! | SMALL;
      if (
        (filter[Math.imul(first, SPREAD) >>> shift]! |
          filter[Math.imul((first >>> 8) | (next << 24), SPREAD) >>> shift]! |
          filter[Math.imul((first >>> 16) | (next << 16), SPREAD) >>> shift]! |
          filter[Math.imul((first >>> 24) | (next << 8), SPREAD) >>> shift]!) !==
        0
      )
        return i;
    }
    return words;
  }

  private findInBytes(text: string, offset: number, from: number, length: number, onKnown: OnKnown<V>): void {
    for (let i = from; i + MARK <= length; i++) {
      const last = (pieceBytes[i + 3]! << 24) | (pieceBytes[i + 2]! << 16);
      this.verify(text, last | (pieceBytes[i + 1]! << 8) | pieceBytes[i]! | SMALL, offset + i + MARK, onKnown);
    }
  }

  private verify(text: string, mark: number, at: number, onKnown: OnKnown<V>): void {
    if (this.filter[hashMark(mark) >>> this.shift] === 0) return;
    for (const { value, markEnd, folded } of this.marks.get(mark) ?? NONE) {
      const start = at - markEnd;
      const end = start + folded.length;
      if (start < 0 || end > text.length || !isThere(text, start, end, folded, value.caseless)) continue;
      if (value.whole && !(isWordStart(text, start) && !isLetterOrDigit(text.charCodeAt(end)))) continue;
      if (value.where && !value.where(text, start, end)) continue;
      const from = value.before ? start - sameBefore(text, start, value.before) : start;
      const to = value.behind ? end + sameBehind(text, end, value.behind) : end;
      onKnown(value, from + (value.lead ?? 0), to - (value.tail ?? 0));
    }
  }
}

function isThere(text: string, start: number, end: number, folded: string, caseless: boolean): boolean {
  return caseless ? text.slice(start, end).toLowerCase() === folded : text.startsWith(folded, start);
}

/** How many characters before a place are those that a text ends with. */
function sameBefore(text: string, at: number, end: string): number {
  let same = 0;
  while (same < end.length && text.charCodeAt(at - same - 1) === end.charCodeAt(end.length - same - 1)) same++;
  return same;
}

/** How many characters from a place on are those that a text begins with. */
function sameBehind(text: string, at: number, beginning: string): number {
  let same = 0;
  while (same < beginning.length && text.charCodeAt(at + same) === beginning.charCodeAt(same)) same++;
  return same;
}

const NONE: readonly never[] = [];
