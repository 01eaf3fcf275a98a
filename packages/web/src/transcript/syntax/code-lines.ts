/**
 * Code as it stands among other things: numbers of lines before it, signs of a diff. The code is taken out to be coloured,
 * and colours are put back where it stands.
 */
import type { Mark } from '../content/ansi.ts';

/** A line of code, and where it begins in what is shown. */
export interface CodeLine {
  readonly text: string;
  readonly at: number;
}

/** `  12→code`, `12\tcode`, `12: code`, `12 | code`: how agents number what they read. */
const NUMBERED = /^ *\d+(?:→|\t|: | ?\| ?)/;
/** Of lines that must have a number for the text to count as numbered. */
const SHARE = 0.6;
const LOOKED_AT = 50;

/** The lines of a text without the numbers that a tool put before them. */
export function numberedLines(text: string): CodeLine[] {
  const lines = linesOf(text);
  const first = lines.slice(0, LOOKED_AT).filter((line) => line.text.trim() !== '');
  const numbered = first.filter((line) => NUMBERED.test(line.text)).length;
  if (numbered < Math.max(1, first.length * SHARE)) return lines;
  return lines.flatMap(({ text: line, at }) => {
    const number = NUMBERED.exec(line)?.[0];
    // What stands around the file, such as a remark at its end, is no code.
    return number === undefined ? [] : [{ text: line.slice(number.length), at: at + number.length }];
  });
}

export function linesOf(text: string): CodeLine[] {
  let at = 0;
  return text.split('\n').map((line) => {
    const own = { text: line, at };
    at += line.length + 1;
    return own;
  });
}

export const codeOf = (lines: readonly CodeLine[]): string => lines.map(({ text }) => text).join('\n');

/** Marks in the code, put where its lines are shown. What goes over several lines is marked on each. */
export function placedMarks(lines: readonly CodeLine[], marks: readonly Mark[]): Mark[] {
  const placed: Mark[] = [];
  let [line, start] = [0, 0];
  for (const mark of marks) {
    let end = start + (lines[line]?.text.length ?? 0);
    while (line < lines.length && end < mark.start) {
      start = end + 1;
      line++;
      end = start + (lines[line]?.text.length ?? 0);
    }
    let [own, ownStart] = [line, start];
    while (own < lines.length && ownStart < mark.end) {
      const { text, at } = lines[own] as CodeLine;
      const from = Math.max(mark.start, ownStart);
      const to = Math.min(mark.end, ownStart + text.length);
      if (to > from) placed.push({ start: at + from - ownStart, end: at + to - ownStart, style: mark.style });
      ownStart += text.length + 1;
      own++;
    }
  }
  return placed;
}
