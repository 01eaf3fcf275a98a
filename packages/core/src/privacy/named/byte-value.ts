/** A value that is written as the numbers of its characters: `{0x67, 0x68}`, `chr(103) + chr(104)`, `67 68 70`. */
import { isPrintable } from '../encodings/digit-runs.ts';
import { matchEnd } from './characters.ts';

export interface ByteValue {
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

/** From behind the name to the first number: the sign of an assignment, types, calls and brackets. */
const TO_NUMBERS =
  /["'`\])]{0,2}(?:\[\w{0,8}\])?[ \t]{0,8}(?::=|=>|[:=])[ \t]{0,4}(?:(?!chr|char)[\w.<>:[\]]{0,40}[ \t]?[[({]\s{0,20}){0,3}(?=\d|[0-9a-f]{2}[ :,]|chr|char)/iy;
/** Most values show at once that they are something else. */
const MAY_BE =
  /^(?:\[|["'`\])]{0,2}[ \t]{0,8}(?::=|=>|[:=])[ \t]{0,4}(?:[\d[{(<]|[0-9a-f]{2}[ :,]|chr|char|byte|new|String|Uint|Buffer|vec|&|bytes))/i;
const NUMBER = '(?:chr|chrw|char)?\\(?(?:0x[0-9a-f]{1,2}|\\d{1,3}|[0-9a-f]{2})\\)?(?![0-9a-z])';
const NUMBERS = new RegExp(`${NUMBER}(?:(?:[ \\t]{0,4}[,+&|.:]{1,2}\\s{0,20}|[ \\t]{1,2})${NUMBER}){5,400}`, 'iy');

/** The text whose bytes stand behind the name that ends at a place. */
export function byteValue(text: string, nameEnd: number): ByteValue | undefined {
  if (!MAY_BE.test(text.slice(nameEnd, nameEnd + 16))) return undefined;
  const start = matchEnd(TO_NUMBERS, text, nameEnd);
  if (start === nameEnd) return undefined;
  const end = matchEnd(NUMBERS, text, start);
  if (end === start) return undefined;
  const tokens = text.slice(start, end).match(/0x[0-9a-f]{1,2}|[0-9a-f]{1,3}(?=\W|$)/gi) ?? [];
  const value = read(tokens, /^(?:0x[0-9a-f]{1,2}|\d{1,3})$/i) ?? read(tokens, /^[0-9a-f]{2}$/i, 16);
  return value === undefined ? undefined : { start, end, value };
}

function read(tokens: readonly string[], form: RegExp, radix = 10): string | undefined {
  if (!tokens.every((token) => form.test(token))) return undefined;
  const bytes = tokens.map((token) => (/^0x/i.test(token) ? Number(token) : Number.parseInt(token, radix)));
  return bytes.every(isPrintable) ? String.fromCharCode(...bytes) : undefined;
}
