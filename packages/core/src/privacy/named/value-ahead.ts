/**
 * Whether a value can stand behind a name at all: most names are words of a sentence, or arguments of a call, and nothing
 * more is read of them. Everything that the readers of this folder know begins with one of these.
 */
import { matchEnd } from './characters.ts';

const WORDS =
  'as|is|was|to|for|of|on|in|at|ist|lautet|war|equals|will|should|set|changed|number|no\\.?|nr\\.?|id|code|with|type|pic';
const AFTER_BLANK = new RegExp(
  `[ \\t]{1,40}(?:[=:|│→"'\`<>{([\\\\*,;+?!&-]|(?:${WORDS})\\b|[*&[\\]\\w.<>?]{1,40}[ \\t]{0,4}=|(?:[\\w()]{1,12}[ \\t]{1,4}){1,3}["'\`]|\\S{0,20}val|[\\w:-]{1,40}=|(?<= {2}|\t)\\S{4,300}[ \\t]{0,40}(?:[\\r\\n]|$)|\\.[ \\t]{1,4}"|[→⇒⟶➜›❯»]|(?<= {2})[A-Z]|\\r|\\n|$)`,
  'iy',
);
/** Behind a bracket that closes: a string, an assignment, the rows of a statement. */
const STRING_BEHIND = /[,;)\]}]{1,3}\s{0,20}(?:[@$bfruLN]{0,2}\\{0,8}["'`]|[:=]|values)/iy;

export function mayHaveValue(text: string, nameStart: number, tail: number): boolean {
  const sign = text[tail];
  // Test runs say it of each of thousands of tests.
  if (sign === ':' && tail - nameStart === 4 && /^PASS: (?:Test|\S+[/.]|\[|\d)/.test(text.slice(nameStart, tail + 20)))
    return false;
  if (sign === ' ' || sign === '\t') return isSet(text, nameStart) || matchEnd(AFTER_BLANK, text, tail) > tail;
  return sign !== ')' || matchEnd(STRING_BEHIND, text, tail) > tail;
}

/** Options, variables and words like `Bearer` take what follows a blank. */
function isSet(text: string, nameStart: number): boolean {
  const first = text.charCodeAt(nameStart);
  return (
    first === 45 ||
    (first >= 65 && first <= 90) ||
    /^(?:bearer|basic|_auth|pass|pwd)/i.test(text.slice(nameStart, nameStart + 6)) ||
    /(?:set|add|put|global|local)(?: --\w{1,12})? [\w./:-]{0,20}$/.test(
      text.slice(Math.max(0, nameStart - 42), nameStart),
    )
  );
}
