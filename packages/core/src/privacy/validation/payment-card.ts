/** Payment cards: the range of an issuer, its length, and Luhn. */
import { digitsOf, isUniform } from './digits.ts';
import { passesLuhn } from './luhn.ts';

/** Visa, Mastercard, American Express, Discover, Diners, JCB, UnionPay, Maestro: first digits and lengths. */
const ISSUERS: readonly RegExp[] = [
  /^4(?:\d{12}|\d{15}|\d{18})$/,
  /^(?:5[1-5]\d{2}|222[1-9]|22[3-9]\d|2[3-6]\d{2}|27[01]\d|2720)\d{12}$/,
  /^3[47]\d{13}$/,
  /^(?:6011|65\d{2}|64[4-9]\d)\d{12}(?:\d{3})?$/,
  /^3(?:0[0-5]|[68]\d)\d{11,16}$/,
  /^35(?:2[89]|[3-8]\d)\d{12,15}$/,
  /^62\d{14,17}$/,
  /^(?:5018|5020|5038|5893|6304|6759|676[1-3])\d{8,15}$/,
];

export function isPaymentCard(text: string): boolean {
  const digits = digitsOf(text);
  const number = digits.join('');
  return !isUniform(digits) && ISSUERS.some((issuer) => issuer.test(number)) && passesLuhn(number);
}
