/**
 * Whether a value can stand behind a name at all: most names are words of a sentence, or arguments of a call, and nothing
 * more is read of them. Everything that the readers of this folder know begins with one of these.
 */
import { isIn, matchEnd, QUOTE } from './characters.ts';

const WORDS =
  'as|is|was|to|for|of|on|in|at|ist|lautet|war|equals|will|should|set|changed|number|no\\.?|nr\\.?|id|code|with|type|pic';
const AFTER_BLANK = new RegExp(
  `[ \\t]{1,40}(?:[=:|│→"'\`<>{([\\\\*,;+?!&-]|(?:${WORDS})\\b|[*&[\\]\\w.<>?]{1,40}[ \\t]{0,4}=|(?:[\\w()]{1,12}[ \\t]{1,4}){1,3}["'\`]|\\S{0,20}val|[\\w:-]{1,40}=|(?<= {2})[A-Z]|\\r|\\n|$)`,
  'iy',
);
/** A list goes on with a string, or the line is one of names alone. */
const STRING_BEHIND = /[,;)\]}]{1,3}\s{0,20}(?:[@$bfruLN]{0,2}\\{0,8}["'`]|[:=]|values)/iy;
const CELLS = /^(?![^\n]{0,200}(?:\w\(|[({] ?$))[\w ,."'`*/()#|;\t<>\\$:+!=[\]-]{0,200}$/;

export function mayHaveValue(text: string, nameStart: number, tail: number): boolean {
  const sign = text[tail];
  // Test runs say it of each of thousands of tests.
  if (sign === ':' && tail - nameStart === 4 && /^PASS: (?:Test|\S+[/.]|\[|\d)/.test(text.slice(nameStart, tail + 20)))
    return false;
  if (sign === ' ' || sign === '\t') return isSet(text, nameStart) || matchEnd(AFTER_BLANK, text, tail) > tail;
  if (sign !== ',' && sign !== ';' && sign !== ')') return true;
  return matchEnd(STRING_BEHIND, text, tail) > tail || (sign !== ')' && mayHeadTable(text, nameStart, tail));
}

/** Options, variables and words like `Bearer` take what follows a blank. */
function isSet(text: string, nameStart: number): boolean {
  const first = text.charCodeAt(nameStart);
  return (
    first === 45 ||
    (first >= 65 && first <= 90) ||
    /^(?:bearer|basic|_auth|pass|pwd)/i.test(text.slice(nameStart, nameStart + 6))
  );
}

/** Nothing but cells stands before it in the line; those behind it may be values. */
function mayHeadTable(text: string, nameStart: number, tail: number): boolean {
  if (isIn(QUOTE, text, tail + 1)) return true;
  const start = Math.max(text.lastIndexOf('\n', nameStart - 1) + 1, nameStart - 200);
  return CELLS.test(text.slice(start, nameStart));
}
