/**
 * Stretches of a text in which printable characters are written as escapes (`\/`, `\u002f`, `\x2f`, `%2F`), with the
 * escapes undone. A secret that holds one is found in the stretch and removed from the text. Only the surroundings of
 * escapes are decoded, so that one `%20` in a large text costs little. Any number of backslashes counts as
 * one: text may have been quoted several times.
 */

export interface DecodedStretch {
  readonly text: string;
  /** The stretch begins, or ends, where the text does not: what touches that side may be a part of something else. */
  readonly cutBefore: boolean;
  readonly cutBehind: boolean;
  /** The place in the original text for a place in this one. */
  place(at: number): number;
}

const ESCAPE = /\\+(?:\/|u00([2-7][0-9a-fA-F])|x([2-7][0-9a-fA-F]))|%([2-7][0-9a-fA-F])/g;
/** Longer secrets hold more escapes than one. */
const AROUND = 512;

/** One of these begins every escape. */
export const ESCAPING = ['\\', '%'] as const;

/** Whether there is anything to decode. */
export function hasEscapes(text: string): boolean {
  if (!text.includes('\\') && !text.includes('%')) return false;
  ESCAPE.lastIndex = 0;
  return ESCAPE.test(text);
}

/** Texts without an escape, which is most, give none at once. */
export function decodedStretches(text: string): Iterable<DecodedStretch> {
  return text.includes('\\') || text.includes('%') ? stretchesOf(text) : NONE;
}

const NONE: readonly DecodedStretch[] = [];

function* stretchesOf(text: string): Generator<DecodedStretch> {
  let escapes: Escape[] = [];
  for (const next of escapesIn(text)) {
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
  readonly character: string;
}

function* escapesIn(text: string): Generator<Escape> {
  ESCAPE.lastIndex = 0;
  let from = 0;
  for (let found = ESCAPE.exec(text); found; found = ESCAPE.exec(text)) {
    const code = found[1] ?? found[2] ?? found[3];
    from = ESCAPE.lastIndex;
    const character = code === undefined ? '/' : String.fromCharCode(Number.parseInt(code, 16));
    yield { start: found.index, end: from, character };
    // Somebody else may have used the expression between two steps.
    ESCAPE.lastIndex = from;
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
    place: (offset) => placeOf(starts, sources, offset),
  };
}

/** The last piece that begins at or before the place: pieces are in order. */
function placeOf(starts: readonly number[], sources: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return sources[low]! + offset - starts[low]!;
}
