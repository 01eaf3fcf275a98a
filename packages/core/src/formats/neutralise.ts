/**
 * Makes text from a transcript safe to show: what could move the cursor, recolour or retitle the terminal, reorder
 * or hide characters is replaced by something visible. Newlines and tabs stay; CRLF becomes a newline.
 */

// C0 without \t and \n, DEL, C1, line separators, bidi controls, invisible characters, tags, lone surrogates.
const SUSPECT =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Surrogate}/gu;
const HAS_SUSPECT = new RegExp(SUSPECT.source, 'u');

/** For text of several lines. */
export function neutralise(text: string): string {
  if (!HAS_SUSPECT.test(text)) return text;
  const unix = text.replaceAll('\r\n', '\n');
  return unix.replaceAll(SUSPECT, (character, at: number) =>
    isJoining(unix, character, at) ? character : shown(character),
  );
}

/** For text that must stay on one line: titles, names, paths. */
export function neutraliseLine(text: string): string {
  return neutralise(text).replaceAll('\n', '␊').replaceAll('\t', ' ');
}

function shown(character: string): string {
  const code = character.codePointAt(0) as number;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return code === 0x7f ? '␡' : `\\u{${code.toString(16)}}`;
}

/** Joiners belong inside emoji and some scripts; next to ASCII they only hide something. */
function isJoining(text: string, character: string, at: number): boolean {
  if (character !== '\u200c' && character !== '\u200d') return false;
  return isBeyondLatin(text.charCodeAt(at - 1)) && isBeyondLatin(text.charCodeAt(at + 1));
}

/** False for NaN too: the text's ends. */
const isBeyondLatin = (code: number) => code > 0x2ff && !(code >= 0x200b && code <= 0x200f);
