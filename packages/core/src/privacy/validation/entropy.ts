/**
 * How random a value looks. Shannon entropy alone rejects few words and accepts many identifiers, so rules without a
 * prefix of their own combine it with the demand that letters and digits are mixed, and that no placeholder stands there.
 */
import type { Check } from '../rule.ts';

/** Bits per character, over the characters of the value itself. */
export function entropyOf(value: string): number {
  const counts = new Map<number, number>();
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i);
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  let bits = 0;
  for (const count of counts.values()) bits -= count * Math.log2(count / value.length);
  return value.length === 0 ? 0 : bits / value.length;
}

export const entropyAtLeast =
  (bits: number): Check =>
  (value) =>
    entropyOf(value) >= bits;

/** A digit, and a letter beside it: most words and most identifiers have only one of them. */
export const mixesLettersAndDigits: Check = (value) => /[0-9]/.test(value) && /[A-Za-z]/.test(value);
