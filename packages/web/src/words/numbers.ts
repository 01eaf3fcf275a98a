/** Numbers as people read them; the same words as in the terminal. */

const UNITS = [
  ['k', 1e3],
  ['M', 1e6],
  ['G', 1e9],
  ['T', 1e12],
] as const;

export const wholeNumber = (number: number): string => number.toLocaleString('en-US');

/** `1.2k`, `34M`: where there is no room for all digits. */
export function shortNumber(number: number): string {
  if (number < 1000) return String(Math.round(number));
  for (const [unit, size] of UNITS) {
    const value = number / size;
    if (value < 999.5) return `${value < 9.95 ? value.toFixed(1) : Math.round(value)}${unit}`;
  }
  return wholeNumber(number);
}

/** `1 session`, `2 sessions` */
export const counted = (number: number, word: string, many = `${word}s`): string =>
  `${wholeNumber(number)} ${number === 1 ? word : many}`;

export function shareText(share: number): string {
  const percent = share * 100;
  if (percent > 0 && percent < 0.1) return '<0.1%';
  return percent === 0 || percent >= 9.95 ? `${Math.round(percent)}%` : `${percent.toFixed(1)}%`;
}

const BYTES = ['B', 'KB', 'MB', 'GB', 'TB'];

export function bytesText(bytes: number): string {
  let [size, unit] = [bytes, 0];
  while (size >= 1000 && unit < BYTES.length - 1) {
    size /= 1000;
    unit++;
  }
  return `${unit === 0 || size >= 10 ? Math.round(size) : size.toFixed(1)} ${BYTES[unit]}`;
}
