/**
 * Whether a word can begin at a place. A letter in front usually says no, but transcripts are full of text that
 * was written as a string literal, a URL or a coloured line, where the letter belongs to an escape: `\nghp_…`,
 * `%3Dghp_…`, `\u001b[31mghp_…`.
 */
export function isWordStart(text: string, at: number): boolean {
  if (at === 0) return true;
  const before = text.charCodeAt(at - 1);
  return !isLetterOrDigit(before) || endsEscape(text, at);
}

export const isLetterOrDigit = (unit: number): boolean =>
  (unit >= 97 && unit <= 122) || (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90);

/** Long enough for a colour code with its escape. */
const LOOK_BACK = 18;
const ESCAPE = /(?:\\[nrtbfvae0"'`]|\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|%[0-9a-fA-F]{2}|\[[0-9;]{0,12}m)$/;

function endsEscape(text: string, at: number): boolean {
  return ESCAPE.test(text.slice(Math.max(0, at - LOOK_BACK), at));
}
