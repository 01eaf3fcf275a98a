/** A range of lines: `START,END`, `START,+COUNT`, `START,` and `,END` as `git blame -L` has them; `LINE` is that one alone. */
import { Failure } from '@hansard/core/failure.ts';

export interface LineRange {
  /** From 1, both within. */
  readonly first: number;
  readonly last: number;
}

const RANGE = /^(\d+)?(?:,(\+?)(\d+)?)?$/;

export function lineRange(text: string | undefined, lines: number): LineRange {
  if (text === undefined) return { first: 1, last: lines };
  const found = RANGE.exec(text);
  if (!found || text === '' || text === ',') throw wrong(text);
  const first = Number(found[1] ?? 1);
  const end = found[3] === undefined ? undefined : Number(found[3]);
  const toEnd = text.endsWith(',') ? Math.max(first, lines) : first;
  const last = end === undefined ? toEnd : found[2] ? first + end - 1 : end;
  if (first < 1 || last < first) throw wrong(text);
  if (first > lines) throw new Failure('bad-argument', `The file has ${lines} lines; there is no line ${first}.`);
  return { first, last: Math.min(last, lines) };
}

const wrong = (text: string): Failure =>
  new Failure('bad-argument', `"${text}" is no range of lines.`, {
    remedy: 'Write -L 10,20 or -L 10,+5 or -L 10, to the end, or -L 10 for one line.',
  });
