/**
 * Where text stops being JSON. What JSON.parse says of it differs between engines and often names no place, so
 * this runs after it, on text that it refused.
 */
import { JsonGrammar } from './json-grammar.ts';
import { skipSpace, skipString, skipWord } from './json-position.ts';

export interface SyntaxProblem {
  readonly offset: number;
  readonly message: string;
}

const PUNCTUATION = '{}[],:';

/** The first place where something else was expected; undefined when the text is JSON. */
export function syntaxProblemOf(text: string): SyntaxProblem | undefined {
  const grammar = new JsonGrammar();
  let at = skipSpace(text, 0);
  while (at < text.length) {
    const char = text[at] as string;
    const end = grammar.fits(char) ? tokenEnd(text, at) : -1;
    if (end < 0) return { offset: at, message: `expected ${grammar.expected}` };
    grammar.take(char);
    at = skipSpace(text, end);
  }
  const { expected } = grammar;
  return expected === 'the end' ? undefined : { offset: text.length, message: `expected ${expected}, found the end` };
}

/** The end of the token, or -1 when it is none. */
function tokenEnd(text: string, at: number): number {
  const char = text[at] as string;
  if (PUNCTUATION.includes(char)) return at + 1;
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
