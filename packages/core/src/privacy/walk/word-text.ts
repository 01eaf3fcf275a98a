/**
 * Whether a text is what labels and references are: one word, or an id. Whatever holds blanks, an address, an assignment
 * or an absolute path was written by somebody else, and is looked at like any other text.
 */
const WORD = /^(?!\/)[^\s@=\\]*$/;

/** Models are named with the day that they are of: `claude-sonnet-4@20250514`. */
const DATED = /^[\w.:/-]{1,80}@\d{1,8}$/;

export const isWord = (text: string): boolean => text.length <= 200 && (WORD.test(text) || DATED.test(text));
