/**
 * Finds the value that a name stands for, in whatever syntax: `KEY=value`, `"key": "value"`, `key: value`,
 * `Header: value`, `?key=value`, `--key value`, `<key>value</key>`, `set("key", "value")`, `env.KEY || "value"`.
 */
import { assignedAfter } from '../named/operators.ts';

export interface Value {
  /** Where the value begins. */
  readonly at: number;
  /** It stands in quotes that were opened here. */
  readonly quoted: boolean;
}

/** The value of the name that a keyword from `start` to `end` is part of. */
export function assignedValue(text: string, start: number, end: number): Value | undefined {
  const assigned = assignedAfter(text, start, end);
  return assigned && opening(text, assigned.at);
}

/** Blanks, a YAML block sign or a continued line, an opening bracket, a string prefix, quotes. */
const OPENING = /[ \t]{0,40}(?:(?:[|>][+-]?|\\)\r?\n[ \t]{0,40})?[[(]?(?:<!\[CDATA\[|[bfru@$]?\\{0,8}["'`])?/y;

function opening(text: string, at: number): Value {
  OPENING.lastIndex = at;
  OPENING.test(text);
  const value = OPENING.lastIndex;
  const last = text.charCodeAt(value - 1);
  return { at: value, quoted: value > at && (last === 34 || last === 39 || last === 96) };
}
