/** Ends of lines in the middle of a secret: as they are, behind a backslash, or escaped in a string. */

/** A break that is continued by a backslash, or escaped in a literal; with the indentation behind it. */
const ESCAPED_BREAK = /(?:\\\r?\n|\\{1,4}(?:r\\{1,4})?n)[ \t]{0,40}/y;
/** What follows the backslash of one: a line end, another backslash, `n`, `r`. */
export const followsBackslash = (unit: number): boolean =>
  unit === 10 || unit === 13 || unit === 92 || unit === 110 || unit === 114;
export const DEEPEST_INDENTATION = 40;

/** Length of the break at a place; 0 when there is none. */
export function breakAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit === 92) {
    if (!followsBackslash(text.charCodeAt(at + 1))) return 0;
    ESCAPED_BREAK.lastIndex = at;
    return ESCAPED_BREAK.test(text) ? ESCAPED_BREAK.lastIndex - at : 0;
  }
  if (unit !== 10 && !(unit === 13 && text.charCodeAt(at + 1) === 10)) return 0;
  const line = unit === 10 ? at + 1 : at + 2;
  let end = line;
  while (end - line < DEEPEST_INDENTATION && (text.charCodeAt(end) === 32 || text.charCodeAt(end) === 9)) end++;
  return end - at;
}
