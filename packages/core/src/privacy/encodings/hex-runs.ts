/**
 * Runs of hexadecimal digits in a text that hold readable text: `xxd -p` of a file, a column of bytes from a database. They
 * are looked for where base64 may stand, for which a text is searched anyway. Sums, hashes and ids decode to noise and are
 * given up. Line breaks within a run are passed over, and so are the empty halves of UTF-16.
 */
import { isDigit, isPrintable, NO_DIGIT, nextLine, noDigits, runEnd } from './digit-runs.ts';

export interface HexRun {
  readonly decoded: string;
  /** Where the two digits of a character of `decoded` begin in the text. */
  place(at: number): number;
  /** Where the digits of the character before a place of `decoded` end in the text. */
  placeBehind(at: number): number;
}

/** Shorter runs hold no secret: 40 digits are 20 bytes. */
export const SHORTEST_HEX_RUN = 40;
export const LONGEST_HEX_RUN = 131_072;
/** Where lines of hexadecimal digits are broken, at least. */
const SHORTEST_LINE = 32;
/** Bytes of text one after the other: noise has so many once in millions of sums. */
const ENOUGH_TEXT = 12;

const VALUE = noDigits();
[...'0123456789abcdef'].forEach((digit, i) => {
  VALUE[digit.charCodeAt(0)] = i;
  VALUE[digit.toUpperCase().charCodeAt(0)] = i;
});

const isHex = (unit: number): boolean => isDigit(VALUE, unit);

/**
 * Tells of the runs of digits that begin between two places, text or not, and says where to go on: a run may be longer.
 * One character in 40 is looked at, and only where it is a digit those around it.
 */
export function findDigits(
  text: string,
  from: number,
  to: number,
  onDigits: (start: number, end: number) => void,
): number {
  let at = from + SHORTEST_HEX_RUN - 1;
  while (at < to) {
    if (!isHex(text.charCodeAt(at))) {
      at += SHORTEST_HEX_RUN;
      continue;
    }
    const start = runStart(text, at);
    const stop = Math.min(text.length, start + LONGEST_HEX_RUN);
    const end = runEnd(VALUE, text, { at, start, stop, shortestLine: SHORTEST_LINE });
    if (end - start >= SHORTEST_HEX_RUN) onDigits(start, end);
    at = end + SHORTEST_HEX_RUN - 1;
  }
  return at - SHORTEST_HEX_RUN + 1;
}

/** What stands before `at` without a gap. The walk never looks further back than the last place it came from. */
function runStart(text: string, at: number): number {
  let start = at;
  const stop = at - SHORTEST_HEX_RUN + 1;
  while (start > stop && isHex(text.charCodeAt(start - 1))) start--;
  return start;
}

/** What is text of a run of digits. The first may belong to something else: both ways to make pairs are tried. */
export function readDigits(text: string, start: number, end: number, onRun: (run: HexRun) => void): void {
  readPairs(text, start, end, onRun);
  readPairs(text, start + 1, end, onRun);
}

/** Gives every stretch of pairs that is long enough and text throughout. */
function readPairs(text: string, from: number, end: number, onRun: (run: HexRun) => void): void {
  let first = from;
  let length = 0;
  let before = 0;
  for (let at = nextPair(text, from); at < end - 1; at = nextPair(text, at + 2)) {
    const byte = byteAt(text, at);
    if (isPrintable(byte)) {
      if (length++ === 0) first = at;
    } else if (byte !== 0 || before === 0) {
      if (length >= ENOUGH_TEXT) onRun(decode(text, first, at));
      length = 0;
    }
    before = byte;
  }
  if (length >= ENOUGH_TEXT) onRun(decode(text, first, end));
}

/** The place itself, or the one behind the line break that stands there. */
const nextPair = (text: string, at: number): number => nextLine(text, at) || at;

const byteAt = (text: string, at: number): number => (valueAt(text, at) << 4) | valueAt(text, at + 1);

/** A line that ends with half a byte leaves something that is no text. */
function valueAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit < 128 ? VALUE[unit]! : NO_DIGIT;
}

function decode(text: string, from: number, end: number): HexRun {
  const starts: number[] = [];
  const ends: number[] = [];
  let decoded = '';
  for (let at = nextPair(text, from); at < end - 1; at = nextPair(text, at + 2)) {
    const byte = byteAt(text, at);
    if (isPrintable(byte)) {
      decoded += String.fromCharCode(byte);
      starts.push(at);
      ends.push(at + 2);
    } else ends[ends.length - 1] = at + 2;
  }
  return { decoded, place: (at) => starts[at]!, placeBehind: (at) => ends[at - 1]! };
}
