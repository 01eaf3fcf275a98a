/**
 * Stretches of a text in which something is written as an escape, or hidden by one (see `escapes.ts`), with the escapes
 * undone and what hides left out. A secret that holds one is found in the stretch and removed from the text. Only the
 * surroundings of escapes are decoded, so that one `%20` in a large text costs little.
 */
import { characterOf, hides, LATIN_ESCAPES, LATIN_SIGNS, OTHER_ESCAPES, OTHER_SIGNS } from './escapes.ts';

export interface DecodedStretch {
  readonly text: string;
  /** The stretch begins, or ends, where the text does not: what touches that side may be a part of something else. */
  readonly cutBefore: boolean;
  readonly cutBehind: boolean;
  /** The place in the original text of a character of this one. */
  place(at: number): number;
  /** The place in the original text behind a stretch of characters that ends before a place of this one. */
  placeBehind(at: number): number;
}

/** Texts of Latin letters alone are searched several times faster. */
const LATIN_ESCAPE = new RegExp(LATIN_ESCAPES, 'g');
const ANY_ESCAPE = new RegExp(`${LATIN_ESCAPES}|${OTHER_ESCAPES}`, 'g');
/** Longer secrets hold more escapes than one; a signed token alone has two thousand characters. */
const AROUND = 1536;

/** One of these begins every escape but those beyond Latin letters. */
export const ESCAPING = LATIN_SIGNS;
const BEYOND_LATIN = new RegExp(OTHER_SIGNS, 'g');

/** Where, from a place on, an escape beyond Latin letters may begin; -1 when there is none. */
export function nextBeyondLatin(text: string, from: number): number {
  BEYOND_LATIN.lastIndex = from;
  return BEYOND_LATIN.test(text) ? BEYOND_LATIN.lastIndex - 1 : -1;
}

/** What finds the escapes of a text; nothing when there can be none, which is known at once. */
function expressionFor(text: string): RegExp | undefined {
  if (nextBeyondLatin(text, 0) >= 0) return ANY_ESCAPE;
  return LATIN_SIGNS.some((sign) => text.includes(sign)) ? LATIN_ESCAPE : undefined;
}

/** Whether there is anything to decode. */
export function hasEscapes(text: string): boolean {
  const expression = expressionFor(text);
  if (expression === ANY_ESCAPE) return !escapesIn(text, expression).next().done;
  if (expression) expression.lastIndex = 0;
  return expression?.test(text) === true;
}

/** Texts without an escape, which is most, give none at once. */
export function decodedStretches(text: string): Iterable<DecodedStretch> {
  const expression = expressionFor(text);
  return expression ? stretchesOf(text, expression) : NONE;
}

const NONE: readonly DecodedStretch[] = [];

function* stretchesOf(text: string, expression: RegExp): Generator<DecodedStretch> {
  let escapes: Escape[] = [];
  for (const next of escapesIn(text, expression)) {
    const last = escapes.at(-1);
    if (last && next.start - last.end > 2 * AROUND) {
      yield decode(text, escapes);
      escapes = [];
    }
    escapes.push(next);
  }
  if (escapes.length > 0) yield decode(text, escapes);
}

interface Escape {
  readonly start: number;
  readonly end: number;
  /** Nothing for what only hides. */
  readonly character: string;
}

function* escapesIn(text: string, expression: RegExp): Generator<Escape> {
  expression.lastIndex = 0;
  for (let found = expression.exec(text); found; found = expression.exec(text)) {
    const start = found.index;
    const end = expression.lastIndex;
    if (hides(text, start, end)) yield { start, end, character: characterOf(found) };
    // Somebody else may have used the expression between two steps.
    expression.lastIndex = end;
  }
}

function decode(text: string, escapes: readonly Escape[]): DecodedStretch {
  const first = Math.max(0, escapes[0]!.start - AROUND);
  const last = Math.min(text.length, escapes.at(-1)!.end + AROUND);
  const starts: number[] = [0];
  const sources: number[] = [first];
  let decoded = '';
  let at = first;
  for (const { start, end, character } of escapes) {
    decoded += text.slice(at, start) + character;
    starts.push(decoded.length);
    sources.push(end);
    at = end;
  }
  decoded += text.slice(at, last);
  return {
    text: decoded,
    cutBefore: first > 0,
    cutBehind: last < text.length,
    place: (offset) => {
      const piece = pieceAt(starts, offset);
      return sources[piece]! + offset - starts[piece]!;
    },
    placeBehind: (offset) => {
      let piece = pieceAt(starts, offset);
      // What hides behind the last character does not belong to it.
      while (piece > 0 && starts[piece] === offset && escapes[piece - 1]!.character === '') piece--;
      return sources[piece]! + offset - starts[piece]!;
    },
  };
}

/** The last piece that begins at or before the place: pieces are in order. */
function pieceAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
