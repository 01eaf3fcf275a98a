/**
 * Where a value begins and ends, by its syntax and not by what it is made of: in quotes to the one that closes, otherwise to
 * the blank, with what belongs to the text around it left out.
 */
import { isWordy } from '../validation/word-like.ts';
import { isIn, matchEnd, NAME, QUOTE, skipBack } from './characters.ts';

export interface Extent {
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
  /** It is the argument of a call: what the call gives may be something else. */
  readonly called?: boolean;
}

const LONGEST = 2_048;

/**
 * Before a value: blanks, a line break behind a YAML block sign, a backslash or a tag, the sign of an item in a list, what
 * YAML calls a node, the end of bold letters, a bracket, the constructor of a string, the prefix of a literal.
 */
const CONSTRUCTOR =
  '(?:<<[-~]?["\']?\\w{1,20}["\']?\\r?\\n[ \\t]{0,40}|(?:new )?(?:String(?:::from)?|Some|Secret(?:Str(?:ing)?)?(?:::new)?|SecureString|str|bytes|Buffer\\.from|strdup|TEXT|_T|T|Just|NSString|\\[\\](?:byte|rune))\\(\\s{0,60}|ConvertTo-SecureString(?: -String)? |\\$\\((?:echo|printf)(?: -\\w{1,4})? |[[({]\\s{0,60}(?=[@$]?["\'`]))?';
const NODE = '(?:\\*{2}[ \\t]{1,2})?(?:[&!][\\w!/.-]{0,40}[ \\t]{1,4}){0,2}';
const ITEM = '(?:\\r?\\n[ \\t]{0,60}-[ \\t]{1,4})?';
const BEFORE_VALUE = new RegExp(
  `[ \\t]{0,40}(?:(?:[|>][+-]?\\d?[ \\t]{0,4}|\\\\|\\r?\\n-{3,40})?\\r?\\n[ \\t]{0,60})?${CONSTRUCTOR}`,
  'y',
);
/** PHP says what it prints, and how long it is. */
const TYPED = '(?:\\s{1,60}string\\(\\d{1,6}\\)[ ])?';
const SAME_LINE = new RegExp(`${TYPED}[ \\t]{0,40}${NODE}${CONSTRUCTOR}`, 'y');
const MAPPED = new RegExp(`${ITEM}[ \\t]{0,40}${NODE}${CONSTRUCTOR}`, 'y');
const PREFIX = /(?:<!\[CDATA\[|r#{1,3}(?=")|[bfruLN@$]{1,2}(?=["'`]))/y;
const CALL =
  /(?:(?:await|new|return)[ \t])?(?:[A-Za-z_$][\w$.:!]{0,50}\(\s{0,20}(?:\w{1,20}[ ]?=[ ]?)?){1,3}(?=[@$bfruLN]{0,2}["'`])/y;
/** A value may follow on the next line behind these. */
const BLOCK_SIGN = /[ \t]{0,40}(?:[|>\\][+-]?\d?[ \t]{0,4}|\r?\n-{3,40})\r?\n/y;

const ESCAPED_QUOTE = /^\\{1,7}["'`]/;

/** The value behind an operator that ends at a place. `insideFrom`: where its name begins. */
export function extentAfter(
  text: string,
  at: number,
  operator: string,
  nameStart: number,
  isClosed: boolean,
): Extent | undefined {
  const mayBreak = operator === '>' || (operator === ':' && matchEnd(BLOCK_SIGN, text, at) > at);
  const before = mayBreak ? BEFORE_VALUE : operator === ':' ? MAPPED : SAME_LINE;
  const began = matchEnd(before, text, at);
  const called = matchEnd(CALL, text, began);
  const opened = matchEnd(PREFIX, text, called);
  if (operator === '>') return elementText(text, opened, nameStart);
  const bracketed = matchEnd(RUBY, text, opened);
  if (bracketed > opened) return closedBy(text, bracketed);
  // Read where its escapes are undone.
  if (ESCAPED_QUOTE.test(text.slice(opened, opened + 8))) return undefined;
  if (!isIn(QUOTE, text, opened)) return bareExtent(text, opened, nameStart);
  // The quote closes the string that the name stands in.
  if (!isClosed && enclosingQuote(text, nameStart) === text[opened]) return undefined;
  const quoted = quotedExtent(text, opened);
  if (quoted) return called > began ? { ...quoted, called: true } : quoted;
  const bare = bareExtent(text, opened, nameStart);
  return bare && isConcatenated(text.slice(opened + 1, bare.end)) ? undefined : bare;
}

/** `%q(…)`. */
const RUBY = /%[qQ]?[([{|](?=[^\s%])/y;

function closedBy(text: string, start: number): Extent | undefined {
  const end = text.indexOf(PAIRED[text[start - 1]!]!, start);
  return end > start && end - start < 200 ? { start, end, quoted: true } : undefined;
}

const PAIRED: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '|': '|' };

/** The string whose opening quote stands at a place. */
export function quotedExtent(text: string, at: number): Extent | undefined {
  const quote = text[at]!;
  // Three of them open a string over lines.
  const width = text.startsWith(quote.repeat(3), at) ? 3 : 1;
  const start = at + width;
  const stop = Math.min(text.length, start + LONGEST);
  const end = width === 3 ? text.indexOf(quote.repeat(3), start) : closingQuote(text, quote, start, stop);
  if (end < 0 || end > stop) return undefined;
  if (isConcatenated(text.slice(start, end))) return undefined;
  return end > start ? { start, end, quoted: true } : undefined;
}

/** `"token=" + expectedToken + "&page="`: the quote closed another string. */
const CONCATENATED =
  /^\s{0,4}(?:\+|\.{1,2}|&)\s{0,4}([A-Za-z_$][\w$.]{0,80})(?:\([^()]{0,80}\))?\s{0,4}(?:[+.&;,)\]}]\s{0,4}){0,3}$/;

function isConcatenated(content: string): boolean {
  const name = CONCATENATED.exec(content)?.[1];
  return name !== undefined && isWordy(name);
}

/** What cannot follow a string in any language, but may follow a quote in a password. */
const IN_WORD = /[\w$%#@!^*~`"']/;
/** Another name and its value begin behind the string. */
const NEXT_PAIR = /^["'`][ \t]{0,4}[,;&]?[ \t]{0,4}["']?[\w.$-]{1,60}["']?[ \t]{0,4}[=:]/;

function closingQuote(text: string, quote: string, from: number, stop: number): number {
  let first = -1;
  for (let at = from; at < stop; at++) {
    const character = text[at]!;
    if (character === '\\') {
      at++;
      continue;
    }
    if (character === '\n' && quote !== '`') break;
    if (character !== quote) continue;
    // In a shell the only way to have one in a string: it is closed, and opened again.
    if (quote === "'" && text.startsWith("'\\''", at)) {
      at += 3;
      continue;
    }
    // Two of them stand for one in SQL, YAML, CSV and others.
    if (
      text[at + 1] === quote &&
      at > from &&
      at + 2 < stop &&
      /\S/.test(text[at + 2]!) &&
      !/[,;)\]}:]/.test(text[at + 2]!)
    ) {
      at++;
      continue;
    }
    if (first < 0) first = at;
    if (!IN_WORD.test(text[at + 1] ?? ' ')) return lastOfWord(text, quote, from, at);
  }
  return first;
}

/** A word that ends with the quote holds no other string: the last one closes. */
function lastOfWord(text: string, quote: string, from: number, closing: number): number {
  if (quote === '`' || /\s/.test(text.slice(from, closing)) || NEXT_PAIR.test(text.slice(closing, closing + 80)))
    return closing;
  const rest = /^[^\s]{0,120}/.exec(text.slice(closing + 1, closing + 121))![0];
  const last = rest.replace(/[,;]$/, '');
  // Behind a string stand signs of code; what is left of a password has letters and no other string.
  if (!last.endsWith(quote) || last.length < 2 || last.slice(0, -1).includes(quote)) return closing;
  return /^[^\w]{0,3}[,;)\]}>]|^[.+&|]/.test(last) ? closing : closing + last.length;
}

/** Another name and its value, or an element that closes. */
const NEXT_NAME =
  /[;,&][ \t]{0,2}(?:amp;)?["']?([A-Za-z_][\w.$-]{3,60}(?: [A-Za-z]{1,20})?)["']?[ \t]{0,2}[=:]|<\/[A-Za-z]/g;

/** The name is that of a parameter of an address, or stands in one. */
const IN_QUERY = /[?&](?:[\w.%-]{1,60}=)?$/;
const ENTITY = /&(?:quot|apos|lt|gt|#39|#34|#x27|#x22);/i;

function bareEnd(run: string): number {
  const entity = run.search(ENTITY);
  if (entity >= 0) return entity;
  for (const found of run.matchAll(NEXT_NAME)) {
    if (found[1] === undefined || isWordy(found[1].replace(/[^\w]+/g, '_'))) return found.index;
  }
  return run.length;
}

const TRAILING = /[,;.:\\]/;
const PAIRS: Readonly<Record<string, string>> = {
  ')': '(',
  ']': '[',
  '}': '{',
  '>': '<',
  '"': '"',
  "'": "'",
  '`': '`',
};

/** What stands without quotes, to the blank. */
function bareExtent(text: string, start: number, nameStart: number): Extent | undefined {
  const stop = Math.min(text.length, start + LONGEST);
  let end = start;
  while (end < stop && text.charCodeAt(end) > 32) end++;
  const quote = enclosingQuote(text, nameStart);
  if (quote) {
    const closing = closingQuote(text, quote, start, end);
    if (closing >= start) end = closing;
  }
  const isQuery = IN_QUERY.test(text.slice(Math.max(0, nameStart - 200), nameStart));
  const run = text.slice(start, end);
  // What follows an escaped line end is read where escapes are undone.
  const escaped = run.search(/\\{1,7}(?:[nr](?![a-z])|["'])/);
  if (escaped > 0) return trimmed(text, start, start + escaped);
  const cut = isQuery ? run.search(/[&#"'<>]/) : bareEnd(run);
  if (cut >= 0) end = start + cut;
  return trimmed(text, start, end);
}

/** The quote of the string that a name stands in, when it is opened in the same line. */
function enclosingQuote(text: string, nameStart: number): string | undefined {
  const from = Math.max(text.lastIndexOf('\n', nameStart - 1) + 1, nameStart - 200);
  let open = '';
  for (let at = from; at < nameStart; at++) {
    const character = text[at]!;
    if (open === '') {
      if (isIn(QUOTE, text, at) && (at === from || /[\s=([{,:+]/.test(text[at - 1]!))) open = character;
    } else if (character === '\\') at++;
    else if (character === open) open = '';
  }
  return open || undefined;
}

/** The text of an element that closes behind it, in the same line or the next. */
export function elementText(text: string, start: number, nameStart: number): Extent | undefined {
  if (text[nameStart - 1] === '/') return undefined;
  const stop = Math.min(text.length, start + LONGEST);
  let end = start;
  while (end < stop && text[end] !== '\n' && !(text[end] === '<' && /[/!a-zA-Z]/.test(text[end + 1] ?? ''))) end++;
  const closing = matchEnd(BLANKS, text, end);
  if (!text.startsWith('</', closing) && !text.startsWith(']]>', closing)) return undefined;
  return trimmed(text, start, end);
}

const BLANKS = /\s{0,80}/y;

/** More signs than these are part of a value. */
const MOST_TRIMMED = 3;

/** Without blanks, and without signs of the text around it: commas, and brackets and quotes that nothing in it opens. */
function trimmed(text: string, start: number, from: number): Extent | undefined {
  let end = from;
  while (end > start && /\s/.test(text[end - 1]!)) end--;
  for (let signs = 0; signs < MOST_TRIMMED && end - start > 1; signs++) {
    const last = text[end - 1]!;
    const opener = PAIRS[last];
    if (opener ? opensWithin(text.slice(start, end), opener, last) : !TRAILING.test(last)) break;
    end--;
  }
  return end > start ? { start, end, quoted: false } : undefined;
}

/** Whether the last sign of a value closes something that the value opened. */
function opensWithin(value: string, opener: string, closer: string): boolean {
  let depth = 0;
  for (const character of value.slice(0, -1)) {
    if (opener === closer) {
      if (character === opener) depth = 1 - depth;
    } else if (character === opener) depth++;
    else if (character === closer) depth--;
  }
  return depth > 0;
}

/** Where the name that a keyword is part of begins. */
export const nameStartOf = (text: string, start: number): number => skipBack(NAME, text, start, 64);
