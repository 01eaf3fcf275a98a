/**
 * Whether a text is an expression of some programming language: names, numbers, strings, operators and brackets in an order
 * that could be one. Signs of a password come in no such order, and what stands between them are no words.
 */
import { isWordy } from './word-like.ts';

const LONGEST = 400;
const BLANKS = /[ \t]{1,40}/y;
const PREFIX = /(?:\.\.\.|[!~+*&@%:\\-]{1,2}(?=[\w$([{"'`]))[ \t]{0,4}/y;
const NAME = /[A-Za-z_$][\w$]{0,80}/y;
const NUMBER = /\d[\d_]{0,20}(?:\.\d{1,20})?(?:[eE][+-]?\d{1,3})?(?:px|em|rem|ms|s|n|f|L|u|%)?(?![\w$])/y;
const STRING = /"(?:[^"\\\n]|\\.){0,300}"|'(?:[^'\\\n]|\\.){0,300}'|`(?:[^`\\]|\\.){0,300}`/y;
const EXPRESSION = /\/(?![/*])(?:[^/\\\n]|\\.){1,300}\/[a-z]{0,6}(?![\w/])/y;
const MEMBER = /(?:\?\.|\.|::|->)[ \t]{0,4}(?:[A-Za-z_$#][\w$]{0,80}|(?=[[({]))/y;
const BINARY = /(?:===|!==|==|!=|<=|>=|=>|&&|\|\||\?\?|<<|>>|\*\*|\+=|-=|[-+*/%=<>?:|&^,;])[ \t]{0,4}/y;
const AFTER = /(?:\+\+|--|!(?=[.)\],;\s]|$))/y;
const OPENING = '([{';
const CLOSING = ')]}';
/** Words that an operand follows after a blank. */
const WORDS =
  /^(?:await|new|typeof|not|return|async|function|yield|void|delete|in|is|and|or|instanceof|as|lambda|if|else|try|fn|func|ref|mut|move)$/;

/** Whether the text from `start` on reads as an expression at least as far as `end`, with more to it than one name. */
export function isExpression(text: string, start: number, end: number): boolean {
  // Nothing but a call ends like that.
  if (/^[*&!$@]?[A-Za-z_$][\w$.:>-]{0,80}\(\)$/.test(text.slice(start, end))) return true;
  const reader = new Reader(text, Math.min(text.length, start + LONGEST));
  return reader.read(start, end) && reader.signs > 0;
}

class Reader {
  private readonly text: string;
  private readonly stop: number;
  private readonly open: string[] = [];
  private wantsOperand = true;
  private lastName = '';
  signs = 0;

  constructor(text: string, stop: number) {
    this.text = text;
    this.stop = stop;
  }

  read(start: number, end: number): boolean {
    let at = start;
    while (at < this.stop) {
      const blank = this.end(BLANKS, at);
      if (blank > at && at >= end && this.open.length === 0) return true;
      if (blank > at && !this.wantsOperand && at < end && this.open.length === 0 && blank >= end) return true;
      at = blank;
      if (at >= this.stop) break;
      if (this.text[at] === '\n' || this.text[at] === '\r') return at >= end || this.open.length > 0;
      const next = this.wantsOperand ? this.operand(at) : this.behindOperand(at);
      if (next === at) return at >= end;
      at = next;
    }
    return at >= end;
  }

  private operand(at: number): number {
    const prefixed = this.end(PREFIX, at);
    if (prefixed > at) this.signs++;
    const from = prefixed;
    const name = this.end(NAME, from);
    if (name > from) {
      this.lastName = this.text.slice(from, name);
      if (!isWordy(this.lastName)) return at;
      this.wantsOperand = WORDS.test(this.lastName) && this.text[name] === ' ';
      return name;
    }
    for (const literal of [NUMBER, STRING, EXPRESSION]) {
      const end = this.end(literal, from);
      if (end === from) continue;
      if (literal !== NUMBER) this.signs++;
      this.wantsOperand = false;
      return end;
    }
    return this.bracket(from) || at;
  }

  private behindOperand(at: number): number {
    for (const postfix of [MEMBER, AFTER]) {
      const end = this.end(postfix, at);
      if (end === at) continue;
      this.signs++;
      return postfix === MEMBER && !isWordy(this.text.slice(at, end).replace(/^[^\w$]+/, '')) ? at : end;
    }
    const bracket = this.bracket(at);
    if (bracket) return bracket;
    // A statement follows: `if (a) throw b`.
    if (this.text[at - 1] === ')' || this.text[at - 1] === '}') {
      const statement = this.end(NAME, at);
      if (statement > at && isWordy(this.text.slice(at, statement))) return statement;
    }
    const end = this.end(BINARY, at);
    if (end === at) return at;
    this.signs++;
    this.wantsOperand = true;
    return end;
  }

  /** Behind a bracket that opens, or one that closes what was opened; 0 where there is none. */
  private bracket(at: number): number {
    const sign = this.text[at] ?? '';
    const kind = OPENING.indexOf(sign);
    if (sign !== '' && kind >= 0) {
      this.open.push(CLOSING[kind]!);
      this.signs++;
      this.wantsOperand = true;
      return at + 1;
    }
    if (sign === '' || !CLOSING.includes(sign)) return 0;
    // What closes more than was opened belongs to the text around.
    const expected = this.open.pop();
    if (expected !== undefined && expected !== sign) return 0;
    this.wantsOperand = false;
    return at + 1;
  }

  private end(expression: RegExp, at: number): number {
    expression.lastIndex = at;
    return expression.test(this.text) && expression.lastIndex <= this.stop ? expression.lastIndex : at;
  }
}
