/** A word as a shell reads it: pieces in quotes and without, one behind the other, to the blank. SQL doubles quotes instead. */
import { charactersOf, isIn } from './characters.ts';

export interface ShellWord {
  /** Where it stands, without quotes around all of it. */
  readonly start: number;
  readonly end: number;
  /** What it means. */
  readonly value: string;
}

const LONGEST = 1_024;
const ENDS = charactersOf('\0 \t\r\n;|&<>()');

/** The word that begins at a place; a quote that nothing closes is part of it. */
export function shellWord(text: string, from: number): ShellWord | undefined {
  const stop = Math.min(text.length, from + LONGEST);
  let value = '';
  let pieces = 0;
  let at = from;
  while (at < stop && !isIn(ENDS, text, at)) {
    const plain = skipPlain(text, at, stop);
    value += text.slice(at, plain);
    pieces += plain > at ? 1 : 0;
    at = plain;
    if (at >= stop || isIn(ENDS, text, at)) break;
    const character = text[at]!;
    const closing = character === '\\' ? -1 : closingQuote(text, at, stop);
    // A quote that closes what the word stands in.
    if (closing < 0 && character !== '\\' && pieces > 0) break;
    pieces++;
    if (closing > 0) {
      value += text.slice(at + 1, closing);
      at = closing + 1;
    } else if (character === '\\' && at + 1 < stop && text[at + 1] !== '\n') {
      value += text[at + 1]!;
      at += 2;
    } else {
      value += character;
      at++;
    }
  }
  if (at === from) return undefined;
  const isQuoted = pieces === 1 && /["']/.test(text[from]!) && at - from > 2;
  return isQuoted ? { start: from + 1, end: at - 1, value } : { start: from, end: at, value };
}

const SPECIAL = charactersOf('\0 \t\r\n;|&<>()"\'\\');

function skipPlain(text: string, from: number, stop: number): number {
  let at = from;
  while (at < stop && !isIn(SPECIAL, text, at)) at++;
  return at;
}

function closingQuote(text: string, open: number, stop: number): number {
  const quote = text[open]!;
  for (let at = open + 1; at < stop; at++) {
    if (text[at] === '\n') return -1;
    if (text[at] === '\\' && quote === '"') at++;
    else if (text[at] === quote) return at;
  }
  return -1;
}
