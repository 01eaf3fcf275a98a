/** What the index takes for a word: letters and digits of any script, and characters for private use. */

const WORD_CHARACTER = /[\p{L}\p{N}\p{Co}]/u;

/** Whether the index has anything to find in a text. */
export const hasWord = (text: string): boolean => WORD_CHARACTER.test(text);
