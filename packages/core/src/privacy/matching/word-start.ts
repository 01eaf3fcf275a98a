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

const BACKSLASH = 92;
/** What may follow a single backslash: `\n`, `\0`, `\"`. */
const ESCAPED = new Set([...'nrtbfvae0"\'`'].map((character) => character.charCodeAt(0)));
/** Long enough for a colour code with its escape. */
const LOOK_BACK = 16;
const COLOUR = /\[[0-9;]{0,12}m$/;

/** Written out, because it is asked at every other word: `\n`, `\x1b`, `\u001b`, `%3D`, `[31m`. */
function endsEscape(text: string, at: number): boolean {
  const last = text.charCodeAt(at - 1);
  if (text.charCodeAt(at - 2) === BACKSLASH && ESCAPED.has(last)) return true;
  if (last === 109) return COLOUR.test(text.slice(Math.max(0, at - LOOK_BACK), at));
  if (!isHex(last) || !isHex(text.charCodeAt(at - 2))) return false;
  const third = text.charCodeAt(at - 3);
  if (third === 37) return true;
  if (third === 120) return text.charCodeAt(at - 4) === BACKSLASH;
  return (
    isHex(third) &&
    isHex(text.charCodeAt(at - 4)) &&
    text.charCodeAt(at - 5) === 117 &&
    text.charCodeAt(at - 6) === BACKSLASH
  );
}

const isHex = (unit: number): boolean =>
  (unit >= 48 && unit <= 57) || (unit >= 97 && unit <= 102) || (unit >= 65 && unit <= 70);
