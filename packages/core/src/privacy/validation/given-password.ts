/** Passwords that a command is given in a place of their own, where names and words may stand as well. */
import type { Check } from '../rule.ts';
import { isPassphrase } from './passphrase.ts';
import { isLetterSalad, isNoise, isWordy } from './word-like.ts';

/** No single word: `change`, `none`, `bob`. */
export const isUnlikelyWord: Check = (value) =>
  value.length >= 6 && (!/^[A-Za-z]{1,11}$/.test(value) || isLetterSalad(value));

/** In code: no name of a thing, no call, nothing that is looked up. */
export const isUserPassword: Check = (given) => {
  // Scripts end what they send with a line end.
  const value = given.replace(/(?:\\?[rn]|[\r\n]){0,2}$/, '');
  if (value.length < 6 || /^[\w$]{1,60}[.[(]\w/.test(value)) return false;
  if (isPassphrase(value, 4) || isLetterSalad(value) || isNoise(value)) return true;
  return /\d/.test(value) && /[A-Za-z]/.test(value)
    ? !isWordy(value) || /[^\w.-]/.test(value)
    : /[^\w\s./:-]{2}/.test(value);
};
