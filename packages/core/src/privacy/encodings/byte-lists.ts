/**
 * Texts that are written as lists of their bytes: `[103, 104, 112]`, `{0x67, 0x68}`, `67 68 70`, `67:68:70`, in one line or
 * many. What is no printable character ends a text, so that tables of numbers are given up at once.
 */
import { byteKinds, nextRun } from '../kernels/byte-runs.ts';
import { loadPiece } from '../kernels/latin-bytes.ts';
import { LIST_BYTES_AT, MATTERS } from '../kernels/scan-layout.ts';
import { isPrintable } from './digit-runs.ts';

export interface ByteList {
  readonly decoded: string;
  /** Where the number of a character of `decoded` begins in the text. */
  place(at: number): number;
  /** Where the number of the character before a place of `decoded` ends in the text. */
  placeBehind(at: number): number;
}

/** Shorter lists hold no secret. */
const SHORTEST = 40;
const LONGEST = 65_536;
/** Characters of text one after the other: less is chance. */
const ENOUGH_TEXT = 12;
/** Between two numbers, at most: an end of line, escaped, and the indentation of the next. */
const LONGEST_GAP = 60;

const KIND = byteKinds(LIST_BYTES_AT);
const FILLING = 2;
for (const filling of ' ,\t\r\n:+xXabcdefABCDEF\\nt') KIND[filling.charCodeAt(0)] = FILLING;
KIND.fill(MATTERS, 48, 58);

const isPart = (unit: number): boolean => unit < 128 && KIND[unit] !== 0;

export function eachByteList(text: string, onList: (list: ByteList) => void): void {
  // Starts and ends: whoever gets a list may use the piece for its own.
  const stretches: number[] = [];
  for (let offset = 0, from = 0; offset + SHORTEST <= text.length; ) {
    const length = loadPiece(text, offset);
    const start = nextRun(KIND, from, length, SHORTEST);
    if (start < 0) {
      offset += Math.min(-1 - start, length);
      from = 0;
      continue;
    }
    let end = offset + start;
    for (const stop = Math.min(text.length, end + LONGEST); end < stop && isPart(text.charCodeAt(end)); ) end++;
    if (end - offset - start >= SHORTEST) stretches.push(offset + start, end);
    from = Math.max(start + 1, end - offset);
    if (from >= length) {
      offset += from;
      from = 0;
    }
  }
  for (let i = 0; i < stretches.length; i += 2) readList(text, stretches[i]!, stretches[i + 1]!, onList);
}

/** A number, or two digits of hexadecimal, or four, which are two bytes. */
const TOKEN = /0[xX]([0-9a-fA-F]{1,2})(?![0-9a-fA-F])|(?<![0-9a-fA-FxX])([0-9a-fA-F]{1,4})(?![0-9a-fA-FxX])/g;

/** The same digits may be numbers of either kind: both are read. */
function readList(text: string, start: number, end: number, onList: (list: ByteList) => void): void {
  const stretch = text.slice(start, end);
  const numbers = new Reading(start, onList);
  const digits = new Reading(start, onList);
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(stretch); found; found = TOKEN.exec(stretch)) {
    const [written, prefixed, plain] = found;
    const at = found.index;
    const behind = at + written.length;
    // Numbers of lines, as a listing has them.
    if (stretch.charCodeAt(behind) === 9 && /(?:^|\n)[ ]{0,8}$/.test(stretch.slice(Math.max(0, at - 10), at))) continue;
    if (prefixed !== undefined) numbers.add(Number.parseInt(prefixed, 16), at, behind);
    else numbers.add(/^\d{1,3}$/.test(plain!) ? Number(plain) : -1, at, behind);
    if (plain?.length === 2) digits.add(Number.parseInt(plain, 16), at, behind);
    else if (plain?.length === 4) {
      digits.add(Number.parseInt(plain.slice(0, 2), 16), at, behind - 2);
      digits.add(Number.parseInt(plain.slice(2), 16), at + 2, behind);
    } else digits.finish();
  }
  numbers.finish();
  digits.finish();
}

/** The text that numbers make, until one is none of it. */
class Reading {
  private readonly offset: number;
  private readonly onList: (list: ByteList) => void;
  private decoded = '';
  private starts: number[] = [];
  private ends: number[] = [];

  constructor(offset: number, onList: (list: ByteList) => void) {
    this.offset = offset;
    this.onList = onList;
  }

  add(byte: number, start: number, end: number): void {
    if (!isPrintable(byte) || start - (this.ends.at(-1) ?? start) > LONGEST_GAP) this.finish();
    if (!isPrintable(byte)) return;
    this.decoded += String.fromCharCode(byte);
    this.starts.push(start);
    this.ends.push(end);
  }

  finish(): void {
    const { decoded, starts, ends, offset } = this;
    if (decoded === '') return;
    this.decoded = '';
    this.starts = [];
    this.ends = [];
    if (decoded.length < ENOUGH_TEXT) return;
    this.onList({
      decoded,
      place: (at) => offset + starts[at]!,
      placeBehind: (at) => offset + ends[at - 1]!,
    });
  }
}
