/** What the index takes for a word: letters and digits of any script, and characters for private use. */
import { isUnspaced } from './index-text.ts';

const WORD_CHARACTER = /[\p{L}\p{N}\p{Co}]/u;

/** Whether the index has anything to find in a text. */
export const hasWord = (text: string): boolean => WORD_CHARACTER.test(text);

/** Whether the place between two characters is the edge of a word, or of a word inside an identifier. */
export function isWordEdge(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  const behind = text.charCodeAt(at);
  if (Number.isNaN(before) || Number.isNaN(behind) || !isWordUnit(before) || !isWordUnit(behind)) return true;
  if (isUnspaced(text.charAt(at - 1)) !== isUnspaced(text.charAt(at))) return true;
  if (isUpper(behind)) return !isUpper(before) || isLower(text.charCodeAt(at + 1));
  return isDigit(before) && isLower(behind);
}

const isUpper = (unit: number): boolean => unit >= 65 && unit <= 90;
const isLower = (unit: number): boolean => unit >= 97 && unit <= 122;
const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57;

function isWordUnit(unit: number): boolean {
  if (unit < 128) return isLower(unit) || isUpper(unit) || isDigit(unit);
  return (unit >= 0xd800 && unit <= 0xdfff) || WORD_CHARACTER.test(String.fromCharCode(unit));
}

/** The end of the word that a place is in. */
export function wordEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && isWordUnit(text.charCodeAt(end))) end++;
  return end;
}

/** The words of a text, as the index cuts them. */
export const wordsOf = (text: string): readonly string[] => text.match(WORDS) ?? [];

const WORDS = /[\p{L}\p{N}\p{Co}]+/gu;
