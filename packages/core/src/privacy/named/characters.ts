/** Sets of ASCII characters, and walks over them: every hit of a keyword asks, so no expression is run for it. */

export type CharacterSet = Uint8Array;

export function charactersOf(characters: string): CharacterSet {
  const set = new Uint8Array(128);
  for (const character of characters) set[character.charCodeAt(0)] = 1;
  return set;
}

export const NAME = charactersOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-');
const NOT_NAME: CharacterSet = NAME.map((isName) => 1 - isName);
export const BLANK = charactersOf(' \t');
export const QUOTE = charactersOf('"\'`');

export const isIn = (set: CharacterSet, text: string, at: number): boolean => set[text.charCodeAt(at)] === 1;

/** Behind the characters of a set, at most so many. */
export function skip(set: CharacterSet, text: string, from: number, most: number): number {
  const stop = Math.min(text.length, from + most);
  let at = from;
  while (at < stop && set[text.charCodeAt(at)] === 1) at++;
  return at;
}

/** Before the characters of a set, at most so many. */
export function skipBack(set: CharacterSet, text: string, from: number, most: number): number {
  const stop = Math.max(0, from - most);
  let at = from;
  while (at > stop && set[text.charCodeAt(at - 1)] === 1) at--;
  return at;
}

/** How much of a keyword can be part of a name: `api key` all of it, `pass=` four characters. */
export const nameLengthOf = (keyword: string): number => skipBack(NOT_NAME, keyword, keyword.length, keyword.length);

/** The place matched by a sticky expression, or where it was tried. */
export function matchEnd(sticky: RegExp, text: string, at: number): number {
  sticky.lastIndex = at;
  return sticky.test(text) ? sticky.lastIndex : at;
}
