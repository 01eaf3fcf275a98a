/**
 * Where text stops being JSON. What JSON.parse says of it differs between engines and often names no place, so
 * this runs after it, on text that it refused.
 */
import { skipSpace, skipString, skipWord } from './json-position.ts';

export interface SyntaxProblem {
  readonly offset: number;
  readonly message: string;
}

type Expected = 'a value' | 'a value or ]' | 'a name' | 'a name or }' | ':' | ', or a closing bracket' | 'the end';

/** The first place where something else was expected; undefined when the text is JSON. */
export function syntaxProblemOf(text: string): SyntaxProblem | undefined {
  const open: string[] = [];
  let expected: Expected = 'a value';
  let at = skipSpace(text, 0);
  while (at < text.length) {
    const end = acceptedEnd(text, at, expected, open);
    if (end < 0) return { offset: at, message: `expected ${expected}` };
    expected = after(text[at] as string, expected, open);
    at = skipSpace(text, end);
  }
  return expected === 'the end' ? undefined : { offset: text.length, message: `expected ${expected}, found the end` };
}

/** Takes one token if it may stand here: returns its end, or -1. */
function acceptedEnd(text: string, at: number, expected: Expected, open: string[]): number {
  const char = text[at] as string;
  const closes = char === (open.at(-1) === '{' ? '}' : ']') && open.length > 0;
  if (expected === ':') return char === ':' ? at + 1 : -1;
  if (expected === ', or a closing bracket') return char === ',' || closes ? at + 1 : -1;
  if (expected === 'the end') return -1;
  if (expected.endsWith('}') || expected.endsWith(']')) if (closes) return at + 1;
  if (expected.startsWith('a name') && char !== '"') return -1;
  if (char === '{' || char === '[') return at + 1;
  const end = char === '"' ? skipString(text, at) : skipWord(text, at);
  return isJson(text.slice(at, end)) ? end : -1;
}

function isJson(token: string): boolean {
  try {
    JSON.parse(token);
    return true;
  } catch {
    return false;
  }
}

/** What may follow the token that was taken; keeps the stack of open brackets. */
function after(char: string, expected: Expected, open: string[]): Expected {
  if (char === ',' && expected === ', or a closing bracket') return open.at(-1) === '{' ? 'a name' : 'a value';
  if (expected === ':') return 'a value';
  if (expected.startsWith('a name') && char === '"') return ':';
  if (char === '{' || char === '[') {
    open.push(char);
    return char === '{' ? 'a name or }' : 'a value or ]';
  }
  if (char === '}' || char === ']') open.pop();
  return open.length === 0 ? 'the end' : ', or a closing bracket';
}
