/**
 * Text as the index compares it, without capitals and accents, character for character: a place in one is the same
 * place in the other.
 */
const ASCII = /^[\0-\x7f]*$/;
const folded = new Map<number, string>();

export function fold(text: string): string {
  // Pure ASCII cannot change its length.
  if (ASCII.test(text)) return text.toLowerCase();
  let result = '';
  for (let i = 0; i < text.length; i++) result += foldUnit(text.charCodeAt(i));
  return result;
}

/** Accents that were written as characters of their own join their letters, where there is one letter for both. */
export const composed = (text: string): string => (/[\u0300-\u036f]/.test(text) ? text.normalize('NFC') : text);

function foldUnit(unit: number): string {
  let plain = folded.get(unit);
  if (plain === undefined) {
    const character = String.fromCharCode(unit);
    const isHangul = unit >= 0xac00 && unit <= 0xd7af;
    plain = (isHangul ? character : character.normalize('NFD').charAt(0)).toLowerCase().charAt(0);
    folded.set(unit, plain);
  }
  return plain;
}
