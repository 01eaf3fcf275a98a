/** Identity, tax and insurance numbers outside Europe: their check digits and the dates inside them. */
import { digitsOf, isDay, isUniform, modulo, weighted } from './digits.ts';
import { passesLuhn } from './luhn.ts';

/** United States, social security and taxpayer numbers: blocks that are never given out. */
export function isSsn(text: string): boolean {
  const [area, group, serial] = text.split(/[- ]/) as [string, string, string];
  if (area === '000' || area === '666' || group === '00' || serial === '0000') return false;
  return Number(area) < 900 || Number(group) >= 50;
}

/** Brazil, CPF: two check digits modulo 11. */
export function isCpf(text: string): boolean {
  const digits = digitsOf(text);
  if (digits.length !== 11 || isUniform(digits)) return false;
  return [9, 10].every((place) => {
    const weights = Array.from({ length: place }, (_, i) => place + 1 - i);
    return ((weighted(digits, weights) * 10) % 11) % 10 === digits[place];
  });
}

/** Mexico, CURP: the last digit follows from the seventeen characters before it. */
export function isCurp(text: string): boolean {
  const values = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';
  const code = text.toUpperCase();
  let sum = 0;
  for (let i = 0; i < 17; i++) sum += values.indexOf(code[i] as string) * (18 - i);
  return (10 - (sum % 10)) % 10 === Number(code[17]);
}

/** Chile, RUT: modulus 11 with weights 2 to 7 from the right, K for 10. */
export function isRut(text: string): boolean {
  const compact = text.replace(/[.-]/g, '').toUpperCase();
  const sum = [...compact.slice(0, -1)].reverse().reduce((total, digit, i) => total + Number(digit) * ((i % 6) + 2), 0);
  return '0K987654321'[sum % 11] === compact.at(-1);
}

/** Canada, social insurance number: Luhn. */
export function isSin(text: string): boolean {
  return passesLuhn(text) && !isUniform(digitsOf(text));
}

/** China, resident identity: a date of birth and ISO 7064 mod 11-2. */
export function isChineseId(text: string): boolean {
  const [year, month, day] = [text.slice(6, 10), text.slice(10, 12), text.slice(12, 14)].map(Number);
  if (!isDay(year as number, month as number, day as number)) return false;
  const sum = weighted(digitsOf(text.slice(0, 17)), [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]);
  return '10X98765432'[sum % 11] === text[17]?.toUpperCase();
}

/** Korea, resident registration number: a date, and a check digit for those born before it was dropped in 2020. */
export function isKoreanId(text: string): boolean {
  const digits = digitsOf(text);
  const [year, month, day] = [text.slice(0, 2), text.slice(2, 4), text.slice(4, 6)].map(Number) as [
    number,
    number,
    number,
  ];
  if (digits.length !== 13 || !isDay(year, month, day) || digits[6] === 0 || digits[6] === 9) return false;
  const bornRecently = [3, 4, 7, 8].includes(digits[6] as number) && year >= 20;
  return bornRecently || (11 - (weighted(digits, [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]) % 11)) % 10 === digits[12];
}

/** Japan, individual number: modulus 11. */
export function isMyNumber(text: string): boolean {
  const digits = digitsOf(text);
  const rest = weighted(digits, [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
  return digits.length === 12 && !isUniform(digits) && (rest <= 1 ? 0 : 11 - rest) === digits[11];
}

/** Singapore, NRIC and FIN: the letter follows from the digits and from the first letter. */
export function isNric(text: string): boolean {
  const first = text[0]?.toUpperCase() as string;
  const offset = 'TG'.includes(first) ? 4 : first === 'M' ? 3 : 0;
  const sum = weighted(digitsOf(text), [2, 7, 6, 5, 4, 3, 2]) + offset;
  const letters = 'ST'.includes(first) ? 'JZIHGFEDCBA' : first === 'M' ? 'KLJNPQRTUWX' : 'XWUTRQPNMLK';
  const place = first === 'M' ? 10 - (sum % 11) : sum % 11;
  return letters[place] === text.at(-1)?.toUpperCase();
}

/** Taiwan, national identity: the letter counts as two digits. */
export function isTaiwaneseId(text: string): boolean {
  const letter = 'ABCDEFGHJKLMNPQRSTUVXYWZIO'.indexOf(text[0]?.toUpperCase() as string) + 10;
  const digits = [Math.floor(letter / 10), letter % 10, ...digitsOf(text)];
  return weighted(digits, [1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1]) % 10 === 0;
}

/** South Africa, identity number: a date of birth, and Luhn. */
export function isSouthAfricanId(text: string): boolean {
  const [year, month, day] = [text.slice(0, 2), text.slice(2, 4), text.slice(4, 6)].map(Number) as [
    number,
    number,
    number,
  ];
  return isDay(year, month, day) && passesLuhn(text);
}

/** Türkiye, identity number: two check digits. */
export function isTurkishId(text: string): boolean {
  const digits = digitsOf(text);
  if (digits.length !== 11 || digits[0] === 0) return false;
  const tenth = ((weighted(digits, [7, -1, 7, -1, 7, -1, 7, -1, 7]) % 10) + 10) % 10;
  const eleventh = digits.slice(0, 10).reduce((sum, digit) => sum + digit, 0) % 10;
  return tenth === digits[9] && eleventh === digits[10];
}

/** Australia, tax file number: modulus 11. */
export function isTfn(text: string): boolean {
  const digits = digitsOf(text);
  return digits.length === 9 && !isUniform(digits) && weighted(digits, [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0;
}

/** Israel, identity number: Luhn over nine digits. */
export function isIsraeliId(text: string): boolean {
  return passesLuhn(text) && modulo(digitsOf(text).join(''), 1e9) > 0;
}
