/**
 * Writes a value as JSON in pieces: compact, as a line of a file, or as Python's `json.dumps` with sorted keys, over
 * which hashes are taken. Nesting is held in a list, so that no depth overflows the stack.
 */
import { NumberText, numberText } from '../number-text.ts';

export interface JsonStyle {
  readonly comma: string;
  readonly colon: string;
  readonly sorted: boolean;
  text(value: string): string;
}

export const COMPACT: JsonStyle = { comma: ',', colon: ':', sorted: false, text: (value) => JSON.stringify(value) };

export const PYTHON: JsonStyle = { comma: ', ', colon: ': ', sorted: true, text: asciiText };

/** Pieces that are put together at once: held to the end, those of a long record would be most of what it takes. */
const MANY = 4096;

/** What JSON leaves out (undefined, functions) is null in a list and absent in an object. */
export function jsonText(value: unknown, style: JsonStyle): string {
  const out: string[] = [];
  const open: Open[] = [];
  let text = '';
  let next = start(value, style, out);
  if (next) open.push(next);
  for (let inside = open.at(-1); inside; inside = open.at(-1)) {
    if (inside.at >= inside.values.length) {
      out.push(inside.end);
      open.pop();
      continue;
    }
    const name = inside.names?.[inside.at];
    out.push(inside.at > 0 ? style.comma : '', name === undefined ? '' : style.text(name) + style.colon);
    next = start(inside.values[inside.at++], style, out);
    if (next) open.push(next);
    if (out.length < MANY) continue;
    text += out.join('');
    out.length = 0;
  }
  return text + out.join('');
}

interface Open {
  readonly names?: readonly string[];
  readonly values: readonly unknown[];
  readonly end: string;
  at: number;
}

/** Writes a value that has nothing inside, or the beginning of one that has. */
function start(value: unknown, style: JsonStyle, out: string[]): Open | undefined {
  if (Array.isArray(value)) {
    out.push('[');
    return { values: value, end: ']', at: 0 };
  }
  if (typeof value === 'object' && value !== null && !(value instanceof NumberText)) {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined);
    if (style.sorted) fields.sort(([a], [b]) => byCodePoint(a, b));
    out.push('{');
    return { names: fields.map(([name]) => name), values: fields.map(([, field]) => field), end: '}', at: 0 };
  }
  out.push(scalarText(value, style));
  return undefined;
}

function scalarText(value: unknown, style: JsonStyle): string {
  if (typeof value === 'string') return style.text(value);
  if (typeof value === 'number') return numberText(value);
  if (value instanceof NumberText) return value.text;
  return typeof value === 'boolean' ? String(value) : 'null';
}

/** Python sorts by code point; UTF-16 units order characters beyond U+FFFF before those from U+E000. */
export function byCodePoint(a: string, b: string): number {
  for (let at = 0; at < a.length && at < b.length; ) {
    const [x, y] = [a.codePointAt(at) as number, b.codePointAt(at) as number];
    if (x !== y) return x - y;
    at += x > 0xffff ? 2 : 1;
  }
  return a.length - b.length;
}

/** All but printable ASCII is escaped, in UTF-16 units. */
function asciiText(value: string): string {
  return JSON.stringify(value).replaceAll(
    /[\u007f-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
