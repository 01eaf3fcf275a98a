/** Arithmetic on the digits of numbers too long, or too full of separators, to be numbers. */

/** Only the digits of a text, as numbers. */
export function digitsOf(text: string): number[] {
  const digits: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (digit >= 0 && digit <= 9) digits.push(digit);
  }
  return digits;
}

/** Each digit times its weight, added up. Weights beyond the digits count for nothing. */
export function weighted(digits: readonly number[], weights: readonly number[]): number {
  return weights.reduce((sum, weight, i) => sum + weight * (digits[i] ?? 0), 0);
}

/** A decimal text of any length, modulo a small number. */
export function modulo(text: string, divisor: number): number {
  let rest = 0;
  for (let i = 0; i < text.length; i++) rest = (rest * 10 + text.charCodeAt(i) - 48) % divisor;
  return rest;
}

/** Whether all digits are the same, as in numbers that people make up. */
export function isUniform(digits: readonly number[]): boolean {
  return digits.every((digit) => digit === digits[0]);
}

/** Whether there is such a day; the year only matters for 29 February and may be of two digits. */
export function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  const leap = year % 4 === 0;
  const length = month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return day <= length;
}
