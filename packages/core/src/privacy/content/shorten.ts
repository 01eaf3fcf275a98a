/**
 * Shortens a text to its beginning and its end. It is done after redaction, so that no secret is cut in half; a cut
 * never goes through a placeholder or a character, and what the receipt says about the part that went goes with it.
 */
import { type EditedText, moved } from '../texts/edit-text.ts';
import { placeholdersIn, type Range } from '../texts/placeholder.ts';

export interface Shortened extends EditedText {
  /** UTF-16 units and lines that were left out. */
  readonly characters: number;
  readonly lines: number;
}

/** `undefined` when the text is short enough, or was shortened before. */
export function shorten(edited: EditedText, head: number, tail: number): Shortened | undefined {
  const { text, marks } = edited;
  if (text.length <= head + tail + LONGEST_NOTE) return undefined;
  const whole = placeholdersIn(text);
  const start = cutBefore(text, whole, head);
  const end = Math.max(start, cutBehind(text, whole, text.length - tail));
  const characters = end - start;
  const lines = lineCount(text.slice(start, end));
  const note = `\n[… ${characters} characters, ${lines} ${lines === 1 ? 'line' : 'lines'} left out …]\n`;
  const shift = note.length - characters;
  return {
    text: text.slice(0, start) + note + text.slice(end),
    marks: [
      ...marks.filter((mark) => mark.end <= start),
      ...marks.filter((mark) => mark.start >= end).map((mark) => moved(mark, shift)),
    ],
    characters,
    lines,
  };
}

/** The note takes less, so that a text that was shortened is not shortened again. */
const LONGEST_NOTE = 80;

const isSecondHalf = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

function cutBefore(text: string, whole: readonly Range[], at: number): number {
  const cut = whole.find((range) => range.start < at && range.end > at)?.start ?? at;
  return cut > 0 && isSecondHalf(text.charCodeAt(cut)) ? cut - 1 : cut;
}

function cutBehind(text: string, whole: readonly Range[], at: number): number {
  const cut = whole.find((range) => range.start < at && range.end > at)?.end ?? at;
  return isSecondHalf(text.charCodeAt(cut)) ? cut + 1 : cut;
}

export function lineCount(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
