/**
 * A stretch of text with its line breaks taken out, for secrets that a terminal, a mail or a backslash broke over
 * lines, or a program put together from strings. Only made where a keyword stands and the rest of its line looks like part
 * of a secret.
 */
import { Joints } from './joints.ts';

export interface Joined {
  readonly text: string;
  /** The first break was written on purpose: a backslash before the line end. */
  readonly continued: boolean;
  /** Where the first break is, in the joined text. */
  readonly firstBreak: number;
  /** Where pieces behind the first end, but for the last. */
  readonly ends: readonly number[];
  /** The place in the original text for a place in the joined one. */
  place(at: number): number;
}

const MOST_BREAKS = 64;
/** Whatever breaks lines breaks them before this. Without it, every keyword in a long run would be followed to its end. */
const LONGEST_LINE = 512;

/** What may belong to a secret, up to the end of its line. */
const RUN = (() => {
  const set = new Uint8Array(128);
  for (const character of '+/=_.~:@%&?#-') set[character.charCodeAt(0)] = 1;
  for (let i = 48; i < 123; i++) if (i < 58 || (i > 64 && i < 91) || i > 96) set[i] = 1;
  return set;
})();

/** The text from `start` on, joined, when a break follows the run of characters that begins there. */
export function joinLines(text: string, start: number, longest: number): Joined | undefined {
  const first = pieceEnd(text, start, longest);
  const joints = new Joints(text, start);
  const firstLength = joints.lengthAt(first);
  if (firstLength === 0) return undefined;
  const starts: number[] = [0];
  const sources: number[] = [start];
  let joined = text.slice(start, first);
  let at = first;
  for (let breaks = 0; breaks < MOST_BREAKS && joined.length < longest; breaks++) {
    const length = breaks === 0 ? firstLength : joints.lengthAt(at);
    if (length === 0) break;
    const end = pieceEnd(text, at + length, longest);
    if (end === at + length || (isLineEnd(text, at) && !goesOn(text, at + length, end))) {
      // Most lines end where their last word does.
      if (breaks === 0) return undefined;
      break;
    }
    starts.push(joined.length);
    sources.push(at + length);
    joined += text.slice(at + length, end);
    at = end;
  }
  // What follows decides whether the match is part of a longer word.
  joined += text.slice(at, at + 1);
  return {
    text: joined,
    continued: text[first] === '\\' && /[\r\n]/.test(text[first + 1] ?? ''),
    firstBreak: first - start,
    ends: starts.slice(2),
    place: (offset) => placeOf(starts, sources, offset),
  };
}

const isLineEnd = (text: string, at: number): boolean => {
  const unit = text.charCodeAt(at);
  return unit === 10 || unit === 13;
};

/** `PORT=3000`, `region = eu`, `name: value`; the signs at the end of base64 are none. */
const ASSIGNMENT = /[A-Za-z_][\w.-]{0,60}[ \t]{0,4}[:=][ \t]{0,4}[^\s=]/y;

/** A line goes on with the secret when there is nothing else in it, or when no word looks like that. */
function goesOn(text: string, from: number, end: number): boolean {
  if (end < text.length && !CLOSING.has(text.charCodeAt(end)) && !hasDigit(text, from, end)) return false;
  ASSIGNMENT.lastIndex = from;
  return !ASSIGNMENT.test(text);
}

const CLOSING = new Set([...'\r\n"\'`\\'].map((character) => character.charCodeAt(0)));

function hasDigit(text: string, from: number, end: number): boolean {
  for (let at = from; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 48 && unit <= 57) return true;
  }
  return false;
}

/** The end of a piece is told by the piece it ends, not by the one that begins there. */
function placeOf(starts: readonly number[], sources: readonly number[], offset: number): number {
  let piece = starts.length - 1;
  while (piece > 0 && starts[piece]! >= offset) piece--;
  return sources[piece]! + offset - starts[piece]!;
}

/** Where the run of characters that may belong to a secret ends. */
function pieceEnd(text: string, from: number, most: number): number {
  const stop = Math.min(text.length, from + Math.min(most, LONGEST_LINE));
  let at = from;
  while (at < stop && RUN[text.charCodeAt(at)] === 1) at++;
  return at;
}
