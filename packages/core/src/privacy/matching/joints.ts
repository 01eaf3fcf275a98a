/**
 * What stands between two pieces of a secret that was cut: a line end with whatever each line begins with (`+` of a diff,
 * numbers, `>`, comments), or the quotes and the sign that put strings together (`"…" + "…"`).
 */
import { prefixesOf } from '../named/views.ts';
import { breakAt } from './line-breaks.ts';

const BLANKS = '[ \\t]{0,40}';
/** What stands before lines of a diff, a listing or a quotation, in which a program may stand. */
const NUMBER = '[ \\t]{0,8}\\d{1,7}(?:\\t|\\\\{1,4}t|→|[ \\t]{0,4}[│|:])';
const END = '(?:\\r?\\n|\\\\{1,4}(?:r\\\\{1,4})?n)';
const LINE = `(?:${END}(?:[+>-]|${NUMBER})?${BLANKS})`;
const GAP = `${BLANKS}${LINE}{0,2}`;
/** As it is, or escaped when the whole text was put into a string. */
const QUOTE = '\\\\{0,4}["\'`]';
const OPERATOR = '(?:\\+\\+?|\\.\\.?|&(?:[ \\t]{1,4}_)?|\\|\\||\\^|<>|~|\\\\)';
const PREFIX = '[bBfFrRuU$@]{0,2}';
/** `" + "`, `' . '`, `" & _`, `" "`, `""`, `".concat("`; and a quote that a shell takes off in the middle of a word. */
const STRINGS = `${QUOTE}(?:${GAP}(?:${OPERATOR}${GAP})?${PREFIX}${QUOTE}|\\.concat\\(${QUOTE}|${QUOTE}?(?=\\w))`;
const STRINGS_HERE = new RegExp(STRINGS, 'y');
/** The same where strings of a list are joined, or given to a function that does. */
const LISTED_HERE = new RegExp(`${QUOTE}${GAP},${GAP}${PREFIX}${QUOTE}`, 'y');
/** The frame of a box that a terminal draws, and the soft line end of a mail. */
const FRAME_HERE = /[ \t]{0,200}[│┃|][ \t]{0,40}\r?\n[ \t]{0,40}[│┃|][ \t]{0,4}|=\r?\n/y;
/** What stands before a line in a string, and the end of one with what stands before the next. */
const BEFORE_ESCAPED = new RegExp(`(?:^|["'\`]|\\\\n)(?:[+>#*-]|${NUMBER})[ ]{0,8}$`);
const ESCAPED_LINE = new RegExp(`${END}(?:[+>#*-]|${NUMBER})[ ]{0,8}`, 'y');
/** What opens such a list. */
const LIST = /(?:(?:concat|join)\w{0,8}[ \t]{0,4}\([ \t]{0,4}\[?|\[)\s{0,40}["'`]$/i;

const matched = (sticky: RegExp, text: string, at: number): number => {
  sticky.lastIndex = at;
  return sticky.test(text) ? sticky.lastIndex - at : 0;
};

const BACKSLASH = 92;
const isQuote = (unit: number): boolean => unit === 34 || unit === 39 || unit === 96;
const opensFrame = (unit: number): boolean =>
  unit === 32 || unit === 9 || unit === 61 || unit === 124 || unit === 0x2502 || unit === 0x2503;

/** Joints of the pieces of one secret, which are of a kind. */
export class Joints {
  private readonly text: string;
  private readonly start: number;
  private prefixes: readonly RegExp[] | undefined;
  private isListed: boolean | undefined;
  private isPrefixed: boolean | undefined;

  /** `start` is where the first piece begins. */
  constructor(text: string, start: number) {
    this.text = text;
    this.start = start;
  }

  /** How long the joint at a place is; 0 when there is none. */
  lengthAt(at: number): number {
    const unit = this.text.charCodeAt(at);
    if (isQuote(unit) || unit === BACKSLASH) {
      const length = stringsAt(this.text, at) || (this.inList() ? matched(LISTED_HERE, this.text, at) : 0);
      if (length > 0 || unit !== BACKSLASH) return length;
    }
    const broken = breakAt(this.text, at);
    if (broken > 0) return unit === BACKSLASH ? this.withEscaped(at, broken) : this.withPrefix(at, broken);
    return opensFrame(unit) ? matched(FRAME_HERE, this.text, at) : 0;
  }

  private withEscaped(at: number, broken: number): number {
    this.isPrefixed ??= BEFORE_ESCAPED.test(this.text.slice(Math.max(0, this.start - 30), this.start));
    return (this.isPrefixed && matched(ESCAPED_LINE, this.text, at)) || broken;
  }

  private inList(): boolean {
    this.isListed ??= LIST.test(this.text.slice(Math.max(0, this.start - 60), this.start));
    return this.isListed;
  }

  /** The next line begins as the first did. */
  private withPrefix(at: number, broken: number): number {
    this.prefixes ??= this.prefixesOfLine();
    if (this.prefixes.length === 0) return broken;
    let line = this.text.indexOf('\n', at) + 1;
    const head = this.text.slice(line, line + 300);
    let rest = head;
    for (const prefix of this.prefixes) {
      const found = prefix.exec(rest)?.[0].length ?? 0;
      if (found === 0) return broken;
      line += found;
      rest = rest.slice(found);
    }
    return line + /^[ \t]{0,40}/.exec(rest)![0].length - at;
  }

  private prefixesOfLine(): readonly RegExp[] {
    const line = this.text.lastIndexOf('\n', this.start - 1) + 1;
    return line === this.start || this.start - line > 300 ? NONE : prefixesOf(this.text.slice(line, this.start));
  }
}

const NONE: readonly RegExp[] = [];

/** How long what puts two strings together is at a place. */
const stringsAt = (text: string, at: number): number => matched(STRINGS_HERE, text, at);

const LONGEST_JOINT = 160;
const BEFORE = new RegExp(`(?:${STRINGS}|${END}(?:[+>#*;-]|//|[\\w./-]{1,60}:\\d{1,7}:|${NUMBER})?${BLANKS})$`);
const MOST_BEFORE = 4;

/** Where the piece begins that stands before the one at a place, over at most a few joints; the place itself without any. */
export function firstPiece(text: string, at: number, isPart: (unit: number) => boolean): number {
  let from = at;
  for (let i = 0; i < MOST_BEFORE; i++) {
    const before = text.slice(Math.max(0, from - LONGEST_JOINT), from);
    const joint = BEFORE.exec(before);
    if (!joint) return from;
    const end = from - before.length + joint.index;
    let start = end;
    while (start > 0 && end - start < 512 && isPart(text.charCodeAt(start - 1))) start--;
    if (start === end) return from;
    from = start;
  }
  return from;
}
