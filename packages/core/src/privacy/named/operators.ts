/**
 * What stands between a name and its value: operators of languages, types of declarations, commands that set a name to a
 * value. One reader for all rules that go by a name; it looks at a bounded stretch and never goes back.
 */
import { BLANK, charactersOf, isIn, matchEnd, NAME, QUOTE, skip, skipBack } from './characters.ts';

/** Longest rest of a name behind the keyword, and longest alignment before a value. */
const LONGEST_TAIL = 40;
const LONGEST_GAP = 40;

export interface Assigned {
  /** Where the name ends, and where what follows the operator begins: blanks, quotes, the value. */
  readonly nameEnd: number;
  readonly at: number;
  /** `''` where blanks alone are between. */
  readonly operator: string;
  /** The name stands in quotes or brackets of its own. */
  readonly closed: boolean;
}

/** What follows the name that a keyword from `start` to `end` is part of. */
export function assignedAfter(text: string, start: number, end: number): Assigned | undefined {
  const nameEnd = skip(NAME, text, end, LONGEST_TAIL);
  const closed = matchEnd(NUMBERED, text, skipClosers(text, nameEnd));
  const gap = skip(BLANK, text, closed, LONGEST_GAP);
  const operatorEnd = operatorAt(text, gap);
  if (operatorEnd > gap) {
    if (text[gap] === ',' && !isFirstArgument(text, start, closed > nameEnd)) return undefined;
    const operator = text.slice(gap, operatorEnd);
    return { nameEnd, at: afterType(text, operatorEnd, operator), operator, closed: closed > nameEnd };
  }
  const told = gap > closed ? matchEnd(TOLD, text, closed) : closed;
  if (told > closed) return { nameEnd, at: told, operator: 'is', closed: false };
  const declared = matchEnd(DECLARED, text, closed);
  if (declared > closed) return { nameEnd, at: declared, operator: '=', closed: closed > nameEnd };
  if (gap === closed || nameEnd !== closed) return undefined;
  if (!isFlag(text, start) && !takesBlank(text, start, end, gap)) return undefined;
  return { nameEnd, at: gap, operator: '', closed: false };
}

/** `Unseal Key 1: …`. */
const NUMBERED = /(?<=[a-z])[ ]\d{1,2}(?=:[ ])/iy;

/** `My PESEL number is …`, `SSN no. …`, `The password for staging: …`. */
const TOLD =
  /[ \t]{1,2}(?:(?:for|of|on|to|in|at)[ \t][^\n:=;,.(){}]{1,40}:[ \t]{1,3}(?=\S)|(?:(?:number|no\.?|nr\.?|id|code)[ \t]{1,2})?(?:(?:is|was|ist|lautet)[ \t:]{1,3}|(?<=(?:number|no\.?|nr\.?)[ \t]{1,2})(?=[0-9])))/iy;

const CLOSER = charactersOf('"\'`])}\\*');

/** Quotes and brackets that close behind a name, escaped or not: `"`, `\"`, `']`. A backslash alone closes nothing. */
function skipClosers(text: string, from: number): number {
  const end = skip(CLOSER, text, from, 8);
  return text.charCodeAt(end - 1) === 92 && end > from ? from : end;
}

/** `set("name", "value")`, `{name, "value"}`: in other lists names stand beside names. */
function isFirstArgument(text: string, start: number, closed: boolean): boolean {
  return (closed ? QUOTED_ARGUMENT : BRACED).test(text.slice(Math.max(0, start - 80), start));
}

const QUOTED_ARGUMENT = /\([ \t]{0,4}\\{0,8}["'`][^"'`\s]{0,60}$/;
const BRACED = /\{[ \t]{0,4}[\w.-]{0,60}$/;

/** Longest first. A comma separates the arguments of a call, `>` ends a tag, `||` and `??` stand before a default. */
const OPERATORS = [
  ':::=',
  '::=',
  ':-',
  '=>',
  '->',
  '<-',
  ':=',
  '.=',
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
const BEGINS_OPERATOR = charactersOf(OPERATORS.join(''));

function operatorAt(text: string, at: number): number {
  if (isArrow(text, at)) return at + 1;
  if (!isIn(BEGINS_OPERATOR, text, at)) return at;
  if (text.startsWith('::', at) && text[at + 2] !== '=' && text[at + 2] !== ':')
    return matchEnd(HIDDEN_FIELD, text, at);
  for (const operator of OPERATORS) if (text.startsWith(operator, at)) return at + operator.length;
  return text.charCodeAt(at) === 45 ? matchEnd(DASH, text, at) : at;
}

/** `password:: '…'` in Jsonnet; in other languages two colons are part of a path. */
const HIDDEN_FIELD = /::[ \t]{1,4}(?=["'|])/y;

/** As people draw them, and as they are written among signs of full width. */
const ARROWS = '→⇒⟶➜›❯»：＝';

export const isArrow = (text: string, at: number): boolean => text.charCodeAt(at) > 127 && ARROWS.includes(text[at]!);

/** `token - 'value'`, as lists of things are written. */
const DASH = /- {1,4}(?=["'`])/y;

/** `key: string = "…"`, `KEY: &'static str = "…"`: the type is not the value. A value may hold the sign, without blanks. */
const TYPE = /[ \t]{0,4}[A-Za-z_&*?[][\w.<>[\]|&?,' ]{0,40}?(?:[ \t]{1,4}=(?=[ \t])|=(?=["'`]))(?![=>])/y;

function afterType(text: string, at: number, operator: string): number {
  return operator === ':' ? matchEnd(TYPE, text, at) : at;
}

/**
 * Declarations that have no operator behind the name: `name string = "…"`, `name As String = "…"`, `name[] = "…"`,
 * `Name { get; set; } = "…"`, `name{"…"}`, `setName("…")`.
 */
const DECLARED =
  /(?:[ \t]{1,4}\.[ \t]{1,4}|[ \t]{1,20}(?:As[ \t]{1,4})?[*&[\]\w.<>?]{1,40}[ \t]{0,4}=[ \t]{0,4}|\[\w{0,20}\][ \t]{0,4}=[ \t]{0,4}|[ \t]{0,4}\{[^{}\n]{0,60}\}[ \t]{0,4}=[ \t]{0,4}|[{(])(?=[@$]?\\{0,8}["'`])/y;

/** Words that a value follows after nothing but a blank, and commands that set a name to a value like that. */
const SPACED = /^(?:bearer|basic|_authtoken)$/i;
const SETTING =
  /(?:#[ \t]{0,4}define|(?:^|[^\w-])(?:env|arg|setx?|setenv|set -[gxU]{1,3}|(?:login|connect) \S{1,60}))\s{1,4}[^\s"']{0,60}$/i;
/** `aws configure set NAME …`, `npm config set //host/:NAME …`, `git config --global NAME …`. */
const CONFIGURES = /\bconfig(?:ure)? (?:set|add|put|--global|--local|--add)(?: --\S{1,40}){0,3} [^\s"']{0,80}$/i;
const LOGIN_BEFORE = /(?:^|\n)[^\n]{0,80}\blogin[ \t]{1,8}\S{1,100}[ \t]{0,8}\r?\n[^\n]{0,80}$/;
/** `:password "…"`, `(password "…")`. */
const LISTED = /[:(]$/;

function takesBlank(text: string, start: number, end: number, gap: number): boolean {
  if (SPACED.test(text.slice(start, end))) return true;
  const nameStart = skipBack(NAME, text, start, LONGEST_TAIL);
  const first = text.charCodeAt(nameStart);
  if (isIn(QUOTE, text, gap) && LISTED.test(text.slice(Math.max(0, nameStart - 1), nameStart))) return true;
  const before = text.slice(Math.max(0, start - 240), start);
  if (CONFIGURES.test(before)) return true;
  // Variables are written in capitals; the other commands take a password.
  if ((first < 65 || first > 90) && (text.charCodeAt(start) | 32) !== 112) return false;
  return SETTING.test(before) || LOGIN_BEFORE.test(before);
}

/** The name begins with one or two dashes, as options of commands do. */
function isFlag(text: string, start: number): boolean {
  const at = skipBack(NAME, text, start, LONGEST_TAIL);
  return text.charCodeAt(at) === 45 && (at === 0 || !isIn(NAME, text, at - 1));
}
