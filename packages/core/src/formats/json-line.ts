/** One line of JSON Lines: its value, or why it has none, and places in it. */
import type { FormatProblem } from './contract.ts';
import { offsetOf, positionAt } from './json-position.ts';
import { syntaxProblemOf } from './json-syntax.ts';
import type { ShapeProblem } from './shape-check.ts';
import type { Line } from './text-pieces.ts';

export type LineRead = { readonly value: unknown } | { readonly problem: FormatProblem };

export function readLine({ text, number, cut }: Line): LineRead {
  if (cut) return { problem: { message: 'expected a shorter line', pointer: '', line: number, column: 1 } };
  try {
    return { value: JSON.parse(text) };
  } catch {
    const { offset, message } = syntaxProblemOf(text) ?? { offset: 0, message: 'expected JSON' };
    const { column } = positionAt(text, offset);
    return { problem: { message: `not JSON: ${message}`, pointer: '', line: number, column } };
  }
}

/** A problem of the line's value, with its place. `above` leads from the line's value to the one that was checked. */
export function problemAt({ text, number }: Line, { pointer, message }: ShapeProblem, above = ''): FormatProblem {
  const full = above + pointer;
  return { message, pointer: full, line: number, column: positionAt(text, offsetOf(text, full)).column };
}
