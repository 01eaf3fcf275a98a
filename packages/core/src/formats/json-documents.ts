/** Text that is one JSON document, or of which each line is one; with the places of what is wrong in them. */
import type { FormatProblem } from './contract.ts';
import { problemAt, readLine } from './json-line.ts';
import { offsetOf, positionAt } from './json-position.ts';
import { syntaxProblemOf } from './json-syntax.ts';
import type { ShapeProblem } from './shape-check.ts';

export type JsonDocument =
  | { readonly value: unknown; problemAt(shape: ShapeProblem): FormatProblem }
  | { readonly problem: FormatProblem };

export function* jsonDocuments(text: string): Iterable<JsonDocument> {
  const whole = parsed(text);
  if (whole) {
    const place = ({ pointer, message }: ShapeProblem) => ({
      message,
      pointer,
      ...positionAt(text, offsetOf(text, pointer)),
    });
    return yield { value: whole.value, problemAt: place };
  }
  const lines = text.split('\n').map((line, index) => ({ text: line, number: index + 1, cut: false }));
  const filled = lines.filter((line) => line.text.trim() !== '');
  // When not even the first line is a document the text is a broken one.
  if (filled.length < 2 || !parsed(filled[0]?.text ?? '')) return yield { problem: notJson(text) };
  for (const line of filled) {
    const read = readLine(line);
    yield 'problem' in read ? read : { value: read.value, problemAt: (shape) => problemAt(line, shape) };
  }
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function notJson(text: string): FormatProblem {
  const { offset, message } = syntaxProblemOf(text) ?? { offset: 0, message: 'expected JSON' };
  return { message: `not JSON: ${message}`, pointer: '', ...positionAt(text, offset) };
}
