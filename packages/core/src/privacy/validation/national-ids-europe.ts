/** Identity, tax and insurance numbers of European countries: their check digits and the dates inside them. */
import { digitsOf, isDay, isUniform, modulo, weighted } from './digits.ts';
import { passesLuhn } from './luhn.ts';

/** United Kingdom, National Insurance: prefixes that were never given out. */
export function isNino(text: string): boolean {
  const prefix = text.slice(0, 2).toUpperCase();
  return /^[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]$/.test(prefix) && !/^(?:BG|GB|NK|KN|TN|NT|ZZ)$/.test(prefix);
}

/** United Kingdom, NHS number: modulus 11, with 11 for 0. */
export function isNhsNumber(text: string): boolean {
  const digits = digitsOf(text);
  const check = (11 - (weighted(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
  return digits.length === 10 && !isUniform(digits) && check === digits[9];
}

/** Germany, Steuer-ID: one of the first ten digits occurs twice or thrice, no other does; ISO 7064 mod 11,10. */
export function isSteuerId(text: string): boolean {
  const digits = digitsOf(text);
  if (digits.length !== 11 || digits[0] === 0) return false;
  const counts = new Array<number>(10).fill(0);
  for (const digit of digits.slice(0, 10)) counts[digit] = (counts[digit] as number) + 1;
  if (counts.filter((count) => count > 1).length !== 1 || Math.max(...counts) > 3) return false;
  let product = 10;
  for (const digit of digits.slice(0, 10)) product = (((digit + product) % 10 || 10) * 2) % 11;
  return (11 - product) % 10 === digits[10];
}

/** France, number of the social security (INSEE): the key is 97 less the rest, Corsica's letters count as numbers. */
export function isInsee(text: string): boolean {
  const compact = text.replace(/[\s.-]/g, '').toUpperCase();
  const number = compact.slice(0, 13).replace('2A', '19').replace('2B', '18');
  const month = Number(compact.slice(3, 5));
  if (compact.length !== 15 || !/^[1-478]\d{12}$/.test(number) || month < 1 || (month > 12 && month < 20)) return false;
  return 97 - modulo(number, 97) === Number(compact.slice(13));
}

/** Spain, DNI and NIE: the letter follows from the rest modulo 23. */
export function isDni(text: string): boolean {
  const compact = text.replace(/[\s.-]/g, '').toUpperCase();
  const number = compact.slice(0, -1).replace(/^[XYZ]/, (letter) => String('XYZ'.indexOf(letter)));
  return /^\d{7,8}$/.test(number) && 'TRWAGMYFPDXBNJZSQVHLCKE'[Number(number) % 23] === compact.at(-1);
}

/** What a character in an odd place of an Italian codice fiscale counts, for 0–9 and, the same again, A–J, then K–Z. */
const ODD_PLACES = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];

/** Italy, codice fiscale: the last letter follows from the fifteen before it. */
export function isCodiceFiscale(text: string): boolean {
  const code = text.toUpperCase();
  if (code.length !== 16) return false;
  let sum = 0;
  for (let i = 0; i < 15; i++) {
    const value = /\d/.test(code[i] as string) ? Number(code[i]) : code.charCodeAt(i) - 65;
    sum += i % 2 === 0 ? (ODD_PLACES[value] ?? 0) : value;
  }
  return String.fromCharCode(65 + (sum % 26)) === code[15];
}

/** Netherlands, burgerservicenummer: the eleven test. */
export function isBsn(text: string): boolean {
  const digits = digitsOf(text);
  return digits.length === 9 && !isUniform(digits) && weighted(digits, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0;
}

/** Poland, PESEL: a date of birth whose month tells the century, and a check digit. */
export function isPesel(text: string): boolean {
  const digits = digitsOf(text);
  if (digits.length !== 11 || !isDay(number(digits, 0, 2), number(digits, 2, 4) % 20, number(digits, 4, 6)))
    return false;
  return weighted(digits, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0;
}

/** Sweden, personnummer and samordningsnummer (day plus 60): a date, and Luhn over the ten digits. */
export function isPersonnummer(text: string): boolean {
  const digits = digitsOf(text).slice(-10);
  if (digits.length !== 10) return false;
  return isDay(number(digits, 0, 2), number(digits, 2, 4), number(digits, 4, 6) % 60) && passesLuhn(digits.join(''));
}

/** Finland, henkilötunnus: a date, a sign for the century, and a check character modulo 31. */
export function isHetu(text: string): boolean {
  const digits = digitsOf(text.slice(0, 10));
  if (digits.length !== 9 || !isDay(number(digits, 4, 6), number(digits, 2, 4), number(digits, 0, 2))) return false;
  return '0123456789ABCDEFHJKLMNPRSTUVWXY'[Number(digits.join('')) % 31] === text.at(-1)?.toUpperCase();
}

/** Norway, fødselsnummer: a date and two check digits. */
export function isFodselsnummer(text: string): boolean {
  const digits = digitsOf(text);
  if (digits.length !== 11 || !isDay(number(digits, 4, 6), number(digits, 2, 4), number(digits, 0, 2) % 40))
    return false;
  const first = weighted(digits, [3, 7, 6, 1, 8, 9, 4, 5, 2, 1]) % 11;
  const second = weighted(digits, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11;
  return first === 0 && second === 0;
}

/** Denmark, CPR: a date; the check digit was given up in 2007. */
export function isCpr(text: string): boolean {
  const digits = digitsOf(text);
  return digits.length === 10 && isDay(number(digits, 4, 6), number(digits, 2, 4), number(digits, 0, 2));
}

/** Belgium, national register number: 97 less the rest of nine digits, with a 2 before them for those born since 2000. */
export function isBelgianNumber(text: string): boolean {
  const digits = digitsOf(text).join('');
  if (digits.length !== 11 || Number(digits.slice(2, 4)) > 12 || Number(digits.slice(4, 6)) > 31) return false;
  const check = Number(digits.slice(9));
  return [digits.slice(0, 9), `2${digits.slice(0, 9)}`].some((body) => 97 - modulo(body, 97) === check);
}

/** Switzerland, AHV number: 756 and the check digit of an EAN-13. */
export function isAhvNumber(text: string): boolean {
  const digits = digitsOf(text);
  return digits.length === 13 && weighted(digits, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 === 0;
}

/** Czechia and Slovakia, rodné číslo: a date (months of women plus 50), divisible by 11. */
export function isRodneCislo(text: string): boolean {
  const digits = digitsOf(text);
  if (digits.length !== 10 || !isDay(number(digits, 0, 2), (number(digits, 2, 4) % 50) % 20, number(digits, 4, 6)))
    return false;
  return modulo(digits.join(''), 11) === 0;
}

/** Ireland, Personal Public Service number: modulus 23, the second letter counting nine times. */
export function isPpsNumber(text: string): boolean {
  const compact = text.toUpperCase();
  const second = compact.length === 9 ? compact.charCodeAt(8) - 64 : 0;
  const sum = weighted(digitsOf(compact.slice(0, 7)), [8, 7, 6, 5, 4, 3, 2]) + (second === 23 ? 0 : second * 9);
  return 'WABCDEFGHIJKLMNOPQRSTUV'[sum % 23] === compact[7];
}

function number(digits: readonly number[], from: number, to: number): number {
  return Number(digits.slice(from, to).join(''));
}
