/**
 * Which numbers are telephone numbers. A plus and a country code, or the groups in which people write them; what
 * could be a time, an amount, a version or an id stays.
 */
import type { Check } from '../rule.ts';
import { digitsOf, isUniform } from './digits.ts';

/** ITU country codes of one and two digits; all others that begin with these digits have three. */
const CODES = new Set(
  '1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98'.split(
    ' ',
  ),
);
const LONGER = /^(?:2[1-69]|35|37|38|42|50|59|67|68|80|85|87|88|96|97|99)\d/;

/** `+49 170 …`: a country code that exists, as many digits as E.164 allows, no added line of a diff. */
export const isInternationalNumber: Check = (value, text, start) => {
  // A day that a diff adds.
  if (/^\+(?:19|20)\d\d-[01]\d-[0-3]\d(?:\D|$)/.test(value)) return false;
  const digits = digitsOf(value);
  const number = digits.join('');
  if (number.length < 8 || number.length > 15 || isUniform(digits.slice(1)) || /[ .-]{2}|\.\d$/.test(value))
    return false;
  if (number.startsWith('1')) return isAmerican(number.slice(1)) && !isAddedLine(value, text, start);
  if (!CODES.has(number.slice(0, 1)) && !CODES.has(number.slice(0, 2)) && !LONGER.test(number)) return false;
  return !isAddedLine(value, text, start);
};

/** North America: the area begins with 2 to 9, the exchange is not 000. */
export const isAmericanNumber: Check = (value) => isAmerican(digitsOf(value).join('').slice(-10));

function isAmerican(number: string): boolean {
  return /^[2-9]\d{2}(?!000)\d{7}$/.test(number) && !/^(\d)\1{9}$/.test(number);
}

/** How far back the head of a hunk may be. */
const HUNK = 4_000;

/** A plus at the start of a line, with nothing but digits behind it, is how a diff adds a number. */
function isAddedLine(value: string, text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 2), start);
  const startsLine = start === 0 || before.endsWith('\n') || before.endsWith('\\n');
  return startsLine && /^\+\d+$/.test(value) && text.slice(Math.max(0, start - HUNK), start).includes('@@');
}
