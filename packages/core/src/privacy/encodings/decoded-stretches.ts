/**
 * Stretches of a text in which printable characters are written as escapes (`\/`, `\u002f`, `\x2f`, `%2F`), or which hold
 * colours of a terminal, with the escapes undone and the colours left out. A secret that holds one is found in the
 * stretch and removed from the text. Only the surroundings of escapes are decoded, so that one `%20` in a large text costs
 * little. Several backslashes count as one: text may have been quoted several times.
 */

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

/** `grep` colours what it finds, and so the beginnings of keys. */
const COLOUR = '\\[[0-9;]{0,24}[mK]';
/** Every quantifier is bounded, and a run of backslashes is looked at once, not again from each of them. */
export const ESCAPES = [
  `(?<!\\\\)\\\\{1,64}(?:/|u00([2-7][0-9a-fA-F])|x([2-7][0-9a-fA-F])|(?:u001[bB]|x1[bB]|033|e)${COLOUR})`,
  '%([2-7][0-9a-fA-F])',
  `\x1b${COLOUR}`,
].join('|');
const ESCAPE = new RegExp(ESCAPES, 'g');
/** Longer secrets hold more escapes than one. */
const AROUND = 512;

/** One of these begins every escape. */
export const ESCAPING = ['\\', '%', '\x1b'] as const;

const mayHoldEscapes = (text: string): boolean => text.includes('\\') || text.includes('%') || text.includes('\x1b');

/** Whether there is anything to decode. */
export function hasEscapes(text: string): boolean {
  if (!mayHoldEscapes(text)) return false;
  ESCAPE.lastIndex = 0;
  return ESCAPE.test(text);
}

/** Texts without an escape, which is most, give none at once. */
export function decodedStretches(text: string): Iterable<DecodedStretch> {
  return mayHoldEscapes(text) ? stretchesOf(text) : NONE;
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
  /** Nothing for a colour. */
  readonly character: string;
}

function* escapesIn(text: string): Generator<Escape> {
  ESCAPE.lastIndex = 0;
  let from = 0;
  for (let found = ESCAPE.exec(text); found; found = ESCAPE.exec(text)) {
    from = ESCAPE.lastIndex;
    yield { start: found.index, end: from, character: characterOf(found) };
    // Somebody else may have used the expression between two steps.
    ESCAPE.lastIndex = from;
  }
}

function characterOf({ 0: written, 1: unicode, 2: hex, 3: percent }: RegExpExecArray): string {
  const code = unicode ?? hex ?? percent;
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
  return written.endsWith('/') ? '/' : '';
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
      // A colour behind the last character does not belong to it.
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
