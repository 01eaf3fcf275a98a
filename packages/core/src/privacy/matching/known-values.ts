/**
 * Looks for many literal values at once: secrets that were found somewhere and must go everywhere, and names that get
 * pseudonyms. Four characters of each value, chosen where few others have the same, are its mark; a text is walked
 * with the last four characters in one number. Memory grows with the values alone.
 */
import { loadPiece, pieceBytes } from './latin-bytes.ts';
import { isLetterOrDigit, isWordStart } from './word-start.ts';

export interface KnownValue {
  readonly text: string;
  /** Upper and lower case are the same. */
  readonly caseless: boolean;
  /** It counts only where it is not a part of a longer word. */
  readonly whole: boolean;
  /** So many characters at the beginning are only there to tell it from other things, and stay. */
  readonly lead?: number;
  /** More that must hold where it stands. */
  readonly where?: (text: string, start: number, end: number) => boolean;
}

export type OnKnown<V extends KnownValue> = (value: V, start: number, end: number) => void;

export const SHORTEST_KNOWN = 4;
const MARK = 4;
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

const FOLD = Uint8Array.from({ length: 256 }, (_, unit) => (unit >= 65 && unit <= 90 ? unit + 32 : unit));

export class KnownValues<V extends KnownValue> {
  private readonly marks = new Map<number, Marked<V>[]>();
  /** One bit for each mark, hashed: most places of a text are dismissed by it. */
  private filter = new Uint8Array(1 << FEWEST_FILTER_BITS);
  /** How far a hash is shifted to the right to be a place in the filter. */
  private shift = 32 - FEWEST_FILTER_BITS;
  private readonly texts = new Set<string>();

  get size(): number {
    return this.texts.size;
  }

  /** Values that are too short are not taken. */
  add(value: V): void {
    if (value.text.length < SHORTEST_KNOWN || this.texts.has(value.text)) return;
    this.texts.add(value.text);
    const markEnd = this.bestMark(value.text);
    const mark = markOf(value.text, markEnd);
    const same = this.marks.get(mark) ?? [];
    if (same.length >= MOST_WITH_ONE_MARK) return;
    same.push({ value, markEnd, folded: value.caseless ? value.text.toLowerCase() : value.text });
    this.marks.set(mark, same);
    this.filter[hash(mark) >>> this.shift] = 1;
    if (this.marks.size * 16 > this.filter.length && this.shift > 32 - MOST_FILTER_BITS) this.enlarge();
  }

  /** A filter that is mostly empty dismisses most places. */
  private enlarge(): void {
    this.shift -= 2;
    this.filter = new Uint8Array(1 << (32 - this.shift));
    for (const mark of this.marks.keys()) this.filter[hash(mark) >>> this.shift] = 1;
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
    const { filter, shift } = this;
    let mark = 0;
    for (let offset = 0; offset < text.length; ) {
      const length = loadPiece(text, offset);
      for (let i = 0; i < length; i++) {
        mark = (mark << 8) | FOLD[pieceBytes[i]!]!;
        if (filter[hash(mark) >>> shift] === 1) this.verify(text, mark, offset + i + 1, onKnown);
      }
      offset += length;
    }
  }

  private verify(text: string, mark: number, at: number, onKnown: OnKnown<V>): void {
    for (const { value, markEnd, folded } of this.marks.get(mark) ?? []) {
      const start = at - markEnd;
      const end = start + folded.length;
      if (start < 0 || end > text.length || !isThere(text, start, end, folded, value.caseless)) continue;
      if (value.whole && !(isWordStart(text, start) && !isLetterOrDigit(text.charCodeAt(end)))) continue;
      if (value.where && !value.where(text, start, end)) continue;
      onKnown(value, start + (value.lead ?? 0), end);
    }
  }
}

function isThere(text: string, start: number, end: number, folded: string, caseless: boolean): boolean {
  return caseless ? text.slice(start, end).toLowerCase() === folded : text.startsWith(folded, start);
}

function markOf(text: string, end: number): number {
  let mark = 0;
  for (let i = end - MARK; i < end; i++) mark = (mark << 8) | FOLD[text.charCodeAt(i) & 255]!;
  return mark;
}

const hash = (mark: number): number => Math.imul(mark, 0x9e3779b1);
