/** Pieces of input as text: whole, or line by line. Lines end at `\n` only; a byte order mark at the start is none of it. */
import type { Pieces } from './contract.ts';

export interface Line {
  /** Without its end. */
  readonly text: string;
  /** From 1. */
  readonly number: number;
  /** The line is longer than can be held: `text` is its beginning. */
  readonly cut: boolean;
}

/** A string longer than half a billion units cannot be made; a line that comes near it is no event. */
export const MAX_LINE = 200_000_000;

export async function* linesOf(pieces: Pieces, maxLine = MAX_LINE): AsyncIterable<Line> {
  let open: string[] = [];
  let length = 0;
  let cut = false;
  let number = 0;
  const hold = (text: string) => {
    cut ||= length + text.length > maxLine;
    const kept = text.slice(0, Math.max(0, maxLine - length));
    length += kept.length;
    if (kept !== '') open.push(kept);
  };
  const line = (): Line => {
    const whole = { text: open.join(''), number: ++number, cut };
    [open, length, cut] = [[], 0, false];
    return whole;
  };
  for await (const text of decoded(pieces)) {
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      hold(text.slice(start, end));
      yield line();
      start = end + 1;
    }
    hold(text.slice(start));
  }
  if (length > 0) yield line();
}

/** Undefined when it is too long to be one string. */
export async function textOf(pieces: Pieces, limit = 500_000_000): Promise<string | undefined> {
  const texts: string[] = [];
  let length = 0;
  for await (const text of decoded(pieces)) {
    length += text.length;
    if (length > limit) return undefined;
    texts.push(text);
  }
  return texts.join('');
}

/** The text of each piece, however characters are cut. */
export async function* decoded(pieces: Pieces): AsyncIterable<string> {
  const decoder = new TextDecoder('utf-8');
  let first = true;
  for await (const piece of pieces) {
    const text = typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
    if (text === '') continue;
    yield first ? text.replace(/^\ufeff/, '') : text;
    first = false;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}
