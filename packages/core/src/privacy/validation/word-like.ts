/**
 * Whether letters make words. Pairs of letters that words of English and of programs are made of cover nearly all of any
 * word, and half of what chance puts together; so a name tells itself from a password without a dictionary.
 */

/** For each letter those that often follow it, counted over 12,800 words of manuals and interfaces. */
const FOLLOWING =
  'abcdefgiklmnprstuvwxy abcdefilorsuy abcdefhiklorstuy abcdefgilorsuvy abcdefghijklmnopqrstuvwxy abcdefilorstuy aeghilmnorsu aehimorstuy abcdefgklmnoprstvxz aeosu aeinos acdefiklopstuvy abeilmopsu acdefgiklmnoprstuvy abcdefgiklmnoprstuvwxy aehilmoprstuy u abcdefgiklmnoprstuvy acefhiklmnopstuwy acdefhilmoprstuwy abcdefgilmnprst aeio aehinors ceipt aeilmnops aei'.split(
    ' ',
  );
const OFTEN = new Uint8Array(26 * 26);
for (const [first, letters] of FOLLOWING.entries())
  for (const letter of letters) OFTEN[26 * first + letter.charCodeAt(0) - 97] = 1;

/** Pairs of neighbouring letters that words rarely have, and all pairs. */
function pairsOf(letters: string): { rare: number; all: number } {
  const lower = letters.toLowerCase();
  let rare = 0;
  let all = 0;
  for (let i = 1; i < lower.length; i++) {
    const first = lower.charCodeAt(i - 1) - 97;
    const second = lower.charCodeAt(i) - 97;
    if (first < 0 || first > 25 || second < 0 || second > 25) continue;
    all++;
    if (OFTEN[26 * first + second] === 0) rare++;
  }
  return { rare, all };
}

/** Letters that no word has in such an order, or in such a mixture of small and capital ones. */
export function isLetterSalad(letters: string): boolean {
  if (letters.length < 8 || !/^[A-Za-z]+$/.test(letters)) return false;
  const { rare, all } = pairsOf(letters);
  const isRare = rare >= 3 && rare / all >= (letters.length >= 14 ? 0.2 : 0.25);
  const capitals = capitalsWithin(letters);
  return (
    isRare || capitals >= letters.length * 0.3 || (letters.length >= 16 && rare + capitals >= letters.length * 0.35)
  );
}

/** What chance draws from letters, digits and signs: neighbours that words, names and numbers do not have. */
export function isNoise(value: string): boolean {
  if (value.length < 10) return false;
  let odd = 0;
  for (let i = 1; i < value.length; i++) if (areOdd(value.charCodeAt(i - 1), value.charCodeAt(i))) odd++;
  return odd >= 4 && odd >= (value.length - 1) * 0.34;
}

function areOdd(first: number, second: number): boolean {
  const [before, behind] = [classOf(first), classOf(second)];
  if (before === 0 || behind === 0) return false;
  if (before > 2 || behind > 2) return before !== behind || before === 4;
  if (before === 1 && behind === 2) return true;
  return OFTEN[26 * ((first | 32) - 97) + (second | 32) - 97] === 0;
}

/** Small letters, capitals, digits, signs; those between the words of a name are none of them. */
function classOf(unit: number): number {
  if (unit >= 97 && unit <= 122) return 1;
  if (unit >= 65 && unit <= 90) return 2;
  if (unit >= 48 && unit <= 57) return 3;
  return unit === 45 || unit === 46 || unit === 95 || unit === 47 || unit === 58 || unit <= 32 ? 0 : 4;
}

/** How often a small letter is followed by a capital one, or two capitals by a small one. */
const capitalsWithin = (letters: string): number => (letters.match(/[a-z](?=[A-Z])|[A-Z](?=[A-Z][a-z])/g) ?? []).length;

/** Letters of one part of a name: short ones say nothing. */
const isWord = (part: string): boolean => {
  if (part.length < 4) return true;
  const { rare, all } = pairsOf(part);
  return rare <= Math.max(1, all * 0.34);
};

/** A name as programs and people write them: words, few numbers, in any of the usual cases. */
export function isWordy(name: string): boolean {
  const parts = name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? [];
  const letters = parts.filter((part) => !/\d/.test(part));
  const longest = Math.max(0, ...letters.map((part) => part.length));
  if (!letters.every(isWord) || parts.some((part) => part.length > 6 && /\d/.test(part))) return false;
  return name.length <= 3 || (longest >= 3 && parts.length <= name.length / 3.5 + 1);
}
