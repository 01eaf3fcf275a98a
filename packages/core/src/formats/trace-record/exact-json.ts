/**
 * Reads JSON and keeps the text of its numbers. The text must be JSON (`JSON.parse` took it). Nesting is held in
 * a list, so that no depth overflows the stack.
 */
import { skipSpace, skipString, skipWord } from '../json-position.ts';
import { NumberText } from '../number-text.ts';

interface Open {
  readonly items?: unknown[];
  readonly fields?: Record<string, unknown>;
  /** The name of the field whose value comes next. */
  name: string;
}

export function parseExact(text: string): unknown {
  const open: Open[] = [];
  const root: Open = { items: [], name: '' };
  let at = skipSpace(text, 0);
  while (at < text.length) {
    const char = text[at] as string;
    const inside = open.at(-1) ?? root;
    if (char === '}' || char === ']') {
      open.pop();
      at++;
    } else if (char === ',' || char === ':') at++;
    else if (char === '"' && inside.fields && isName(text, at)) {
      const end = skipString(text, at);
      inside.name = JSON.parse(text.slice(at, end));
      at = end;
    } else if (char === '{' || char === '[') {
      const value = char === '{' ? {} : [];
      put(inside, value);
      open.push(Array.isArray(value) ? { items: value, name: '' } : { fields: value, name: '' });
      at++;
    } else {
      const end = char === '"' ? skipString(text, at) : skipWord(text, at);
      put(inside, scalarOf(text.slice(at, end)));
      at = end;
    }
    at = skipSpace(text, at);
  }
  return root.items?.[0];
}

/** A string in an object is a name when a colon follows it. */
function isName(text: string, at: number): boolean {
  return text[skipSpace(text, skipString(text, at))] === ':';
}

function scalarOf(token: string): unknown {
  const value: unknown = JSON.parse(token);
  return typeof value === 'number' ? NumberText.read(token) : value;
}

/** By definition, not assignment: a field may be called `__proto__`. */
function put({ items, fields, name }: Open, value: unknown): void {
  if (items) items.push(value);
  else if (fields) Object.defineProperty(fields, name, { value, enumerable: true, writable: true, configurable: true });
}
