/** Places in JSON text, for messages: where a JSON pointer leads, and on which line and column that is. */

export interface Position {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
}

export function positionAt(text: string, offset: number): Position {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', start)) {
    line++;
    start = at + 1;
  }
  return { line, column: offset - start + 1 };
}

/** Offset of the value a pointer leads to, or of the nearest one above it. The text must be JSON. */
export function offsetOf(text: string, pointer: string): number {
  let at = skipSpace(text, 0);
  for (const token of pointer.split('/').slice(1)) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    const next = text[at] === '{' ? memberOf(text, at, name) : text[at] === '[' ? itemOf(text, at, Number(name)) : -1;
    if (next < 0) break;
    at = next;
  }
  return at;
}

/** As JSON.parse does, the last of several members of a name wins. */
function memberOf(text: string, object: number, name: string): number {
  let found = -1;
  let at = skipSpace(text, object + 1);
  while (text[at] === '"') {
    const end = skipString(text, at);
    const value = skipSpace(text, skipSpace(text, end) + 1);
    if (JSON.parse(text.slice(at, end)) === name) found = value;
    at = skipSpace(text, skipValue(text, value));
    if (text[at] !== ',') break;
    at = skipSpace(text, at + 1);
  }
  return found;
}

function itemOf(text: string, array: number, index: number): number {
  let at = skipSpace(text, array + 1);
  for (let item = 0; item < index; item++) {
    at = skipSpace(text, skipValue(text, at));
    if (text[at] !== ',') return -1;
    at = skipSpace(text, at + 1);
  }
  return text[at] === ']' ? -1 : at;
}

/** By counting brackets: hostile depth must not overflow the stack. */
function skipValue(text: string, start: number): number {
  let at = start;
  let depth = 0;
  do {
    const char = text[at];
    if (char === undefined) return at;
    if (char === '"') {
      at = skipString(text, at);
      continue;
    }
    if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') depth--;
    else if (depth === 0) return skipWord(text, at);
    at++;
  } while (depth > 0);
  return at;
}

export function skipSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && ' \t\n\r'.includes(text[at] as string)) at++;
  return at;
}

/** The end of a string; the end of the text when it is not closed. */
export function skipString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

export function skipWord(text: string, start: number): number {
  let at = start;
  while (at < text.length && !' \t\n\r,:[]{}"'.includes(text[at] as string)) at++;
  return Math.max(at, start + 1);
}
