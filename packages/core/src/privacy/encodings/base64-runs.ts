/**
 * Runs of base64 in a text that decode to readable text. They are found by looking at the last of 24 characters
 * and then before it, and given up after a few bytes when these are not text: signatures, hashes, images and
 * paths cost next to nothing.
 */

import { byteKinds, nextRun } from '../kernels/byte-runs.ts';
import { loadPiece } from '../kernels/latin-bytes.ts';
import { BASE64_BYTES_AT, MATTERS } from '../kernels/scan-layout.ts';
import { pieceBytes } from '../kernels/scan-memory.ts';
import { isDigit, isPrintable, NO_DIGIT, nextLine, noDigits, runEnd } from './digit-runs.ts';

export interface Base64Run {
  readonly start: number;
  readonly end: number;
  readonly decoded: string;
}

/** Shorter runs hold no secret: 24 characters are 18 bytes. */
export const SHORTEST_BASE64_RUN = 24;
export const LONGEST_BASE64_RUN = 65_536;
/** Characters that are enough to tell text from noise: nine bytes. */
const PROBE = 12;
/** Where lines of base64 are broken, at least. */
const SHORTEST_LINE = 56;

const VALUE = noDigits();
[...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].forEach((character, i) => {
  VALUE[character.charCodeAt(0)] = i;
});
VALUE['-'.charCodeAt(0)] = 62;
VALUE['_'.charCodeAt(0)] = 63;
const BASE64_BYTE = byteKinds(BASE64_BYTES_AT);
for (let unit = 0; unit < 128; unit++) BASE64_BYTE[unit] = isBase64(unit) ? MATTERS : 0;

/**
 * The last of 24 characters is looked at first: most words are shorter, and are passed with one look. `onLong` is told of
 * every stretch of so many characters of base64, text or not, and must not scan anything.
 */
export function eachBase64Run(
  text: string,
  onRun: (run: Base64Run) => void,
  onLong: (start: number, end: number) => void = ignore,
): void {
  if (text.length < SHORTEST_BASE64_RUN) return;
  for (let offset = 0; offset + SHORTEST_BASE64_RUN <= text.length; ) {
    const length = loadPiece(text, offset);
    let at = 0;
    for (;;) {
      const start = nextRun(BASE64_BYTE, at, length, SHORTEST_BASE64_RUN);
      if (start < 0) {
        at = -1 - start;
        break;
      }
      const end = byteRunEnd(start, length);
      if (isNoText(text, offset, start, end, length)) {
        onLong(offset + start, offset + end);
        at = end + 1;
        continue;
      }
      const next = readRuns(text, offset + start, offset + end, onRun);
      onLong(offset + start, Math.abs(next));
      at = Math.abs(next) - offset;
      // Whoever got a run has used the piece for its own.
      if (next < 0) break;
    }
    offset += at;
  }
}

const ignore = (): void => {};

function byteRunEnd(from: number, length: number): number {
  let end = from + SHORTEST_BASE64_RUN;
  while (end < length && BASE64_BYTE[pieceBytes[end]!] !== 0) end++;
  return end;
}

const WIDE = /[^\0-\xff]/;

/**
 * Told by the bytes of the piece alone, as most can be: a path, a name or a line of dashes on a single line, in which
 * no byte is half of another character.
 */
function isNoText(text: string, offset: number, from: number, to: number, length: number): boolean {
  if (to === length && offset + length < text.length) return false;
  if (to - from >= SHORTEST_LINE && nextLine(text, offset + to) > 0) return false;
  // An escape may take the first character, and four ways to cut the rest are left.
  for (let start = from; start < from + 5; start++) if (bytesLikeText(start)) return false;
  return !WIDE.test(text.slice(offset + from, offset + to));
}

function bytesLikeText(from: number): boolean {
  // The first bit of ASCII is none, which half of all characters say in one look.
  if (VALUE[pieceBytes[from]!]! > 31) return false;
  for (let i = 0; i < PROBE; i += 4) {
    const at = from + i;
    const first = (VALUE[pieceBytes[at]!]! << 18) | (VALUE[pieceBytes[at + 1]!]! << 12);
    if (!isTextual(first | (VALUE[pieceBytes[at + 2]!]! << 6) | VALUE[pieceBytes[at + 3]!]!, i > 0)) return false;
  }
  return true;
}

/**
 * Runs of the text where its bytes, which may be halves of other characters, look like one from `from` to `to`. Says
 * where to go on; as a negative number when it gave any.
 */
function readRuns(text: string, from: number, to: number, onRun: (run: Base64Run) => void): number {
  let given = false;
  let at = from + SHORTEST_BASE64_RUN - 1;
  while (at < to) {
    if (!isBase64(text.charCodeAt(at))) {
      at += SHORTEST_BASE64_RUN;
      continue;
    }
    const start = runStart(text, at);
    const stop = Math.min(text.length, start + LONGEST_BASE64_RUN);
    const end = runEnd(VALUE, text, { at, start, stop, shortestLine: SHORTEST_LINE });
    if (end - start >= SHORTEST_BASE64_RUN && readRun(text, start, end, onRun)) given = true;
    at = end + SHORTEST_BASE64_RUN;
  }
  const next = at - SHORTEST_BASE64_RUN + 1;
  return given ? -next : next;
}

function isBase64(unit: number): boolean {
  return isDigit(VALUE, unit);
}

/** What stands before `at` without a gap. The walk never looks further back than the last place it came from. */
function runStart(text: string, at: number): number {
  let start = at;
  const stop = Math.max(0, at - SHORTEST_BASE64_RUN + 1);
  while (start > stop && isBase64(text.charCodeAt(start - 1))) start--;
  // The letter of an escaped line break is not part of the run.
  return text.charCodeAt(start - 1) === 92 ? start + 1 : start;
}

function isDeclaredImage(text: string, start: number): boolean {
  return /(?:image|audio|video|font)\/[\w.+-]{1,40};base64,$/i.test(text.slice(Math.max(0, start - 80), start));
}

/** A run may begin in the middle of a word: the four ways to cut it into bytes are tried. Whether it is text. */
function readRun(text: string, start: number, end: number, onRun: (run: Base64Run) => void): boolean {
  for (let from = start; from < start + 4; from++) {
    if (!beginsLikeText(text, from) || isDeclaredImage(text, start)) continue;
    onRun({ start: from, end: withPadding(text, end), decoded: decode(text, from, end).replace(/\0/g, '') });
    return true;
  }
  return false;
}

/**
 * The first bytes are printable ASCII, as such or in UTF-16. Other alphabets may follow, but whatever holds a secret
 * begins with ASCII.
 */
function beginsLikeText(text: string, from: number): boolean {
  for (let i = 0; i < PROBE; i += 4) {
    let bits = 0;
    for (let at = from + i; at < from + i + 4; at++) bits = (bits << 6) | (VALUE[text.charCodeAt(at) & 127]! & 63);
    if (!isTextual(bits, i > 0)) return false;
  }
  return true;
}

/** Three bytes are text, or, but for the first of all, the half of it in UTF-16. */
function isTextual(bits: number, mayBeHalf: boolean): boolean {
  if (!isPrintable(bits >> 16) && !(mayBeHalf && bits >> 16 === 0)) return false;
  if ((bits & 0xff00) === 0) return true;
  return isPrintable((bits >> 8) & 255) && (isPrintable(bits & 255) || (bits & 255) === 0);
}

function withPadding(text: string, end: number): number {
  if (text.charCodeAt(end) !== 61) return end;
  return text.charCodeAt(end + 1) === 61 ? end + 2 : end + 1;
}

function decode(text: string, start: number, end: number): string {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 92) at++;
    const value = unit < 128 ? VALUE[unit]! : NO_DIGIT;
    if (value === NO_DIGIT) continue;
    bits = ((bits << 6) | value) & 0xffffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes.push((bits >> held) & 0xff);
  }
  return latin(bytes);
}

function latin(bytes: readonly number[]): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 4096) text += String.fromCharCode(...bytes.slice(i, i + 4096));
  return text;
}
