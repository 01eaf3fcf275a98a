/**
 * Finds the value that a name stands for, in whatever syntax: `KEY=value`, `"key": "value"`, `key: value`,
 * `Header: value`, `?key=value`, `--key value`, `<key>value</key>`, `set("key", "value")`, `env.KEY || "value"`. One
 * reader for all rules that go by a name; it looks at a bounded stretch and never goes back.
 */

/** Longest rest of a name behind the keyword, and longest alignment before a value. */
const LONGEST_TAIL = 40;
const LONGEST_GAP = 40;

export interface Value {
  /** Where the value begins. */
  readonly at: number;
  /** It stands in quotes that were opened here. */
  readonly quoted: boolean;
}

/** The value of the name that a keyword from `start` to `end` is part of. */
export function assignedValue(text: string, start: number, end: number): Value | undefined {
  const nameEnd = skip(text, end, LONGEST_TAIL, NAME);
  const closed = skipClosers(text, nameEnd);
  const gap = skip(text, closed, LONGEST_GAP, BLANK);
  const operator = operatorAt(text, gap);
  if (operator > gap) return opening(text, afterType(text, operator));
  if (gap === closed || nameEnd !== closed) return undefined;
  return isFlag(text, start) || takesSpace(text, start, end) ? opening(text, gap) : undefined;
}

const NAME = table('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-');
const BLANK = table(' \t');
const CLOSER = table('"\'`])}\\');

function table(characters: string): Uint8Array {
  const set = new Uint8Array(128);
  for (const character of characters) set[character.charCodeAt(0)] = 1;
  return set;
}

function skip(text: string, from: number, most: number, set: Uint8Array): number {
  const stop = Math.min(text.length, from + most);
  let at = from;
  while (at < stop && set[text.charCodeAt(at)] === 1) at++;
  return at;
}

/** Quotes and brackets that close behind a name, escaped or not: `"`, `\"`, `']`. A backslash alone closes nothing. */
function skipClosers(text: string, from: number): number {
  const end = skip(text, from, 8, CLOSER);
  return text.charCodeAt(end - 1) === 92 && end > from ? from : end;
}

/** Longest first. A comma separates the arguments of a call, `>` ends a tag, `||` and `??` stand before a default. */
const OPERATORS = [
  '=>',
  '->',
  ':=',
  '===',
  '==',
  '!==',
  '!=',
  '||=',
  '??=',
  '?=',
  '+=',
  '||',
  '??',
  '=',
  ':',
  ',',
  '>',
];

/** Most names in a text are followed by none. */
const BEGINS_OPERATOR = table(OPERATORS.join(''));

function operatorAt(text: string, at: number): number {
  if (BEGINS_OPERATOR[text.charCodeAt(at)] !== 1) return at;
  for (const operator of OPERATORS) if (text.startsWith(operator, at)) return at + operator.length;
  return at;
}

/** `key: string = "…"`: the type is not the value. */
const TYPE = /[ \t]{0,4}[A-Za-z_][\w.<>[\]| ?]{0,30}?[ \t]{0,4}=(?![=>])/y;

function afterType(text: string, at: number): number {
  if (text.charCodeAt(at - 1) !== 58) return at;
  TYPE.lastIndex = at;
  return TYPE.test(text) ? TYPE.lastIndex : at;
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

/** Words that a value follows after nothing but a space, and commands that set a name to a value like that. */
const SPACED = /^(?:bearer|basic|_authtoken)$/i;
const SETTING = /(?:^|\s)(?:env|setx?|setenv|set -g?x|login \S{1,60})\s{1,4}\S{0,60}$/i;

function takesSpace(text: string, start: number, end: number): boolean {
  return SPACED.test(text.slice(start, end)) || SETTING.test(text.slice(Math.max(0, start - 120), start));
}

/** The name begins with one or two dashes, as options of commands do. */
function isFlag(text: string, start: number): boolean {
  let at = start;
  const stop = Math.max(0, start - LONGEST_TAIL);
  while (at > stop && NAME[text.charCodeAt(at - 1)] === 1) at--;
  return text.charCodeAt(at) === 45 && (at === 0 || !(NAME[text.charCodeAt(at - 1)] === 1));
}
