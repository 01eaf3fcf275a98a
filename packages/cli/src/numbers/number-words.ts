/** Money, tokens, shares and durations as people read them. */
import { microUsd, type Spent } from '@hansard/core/numbers/spent.ts';

const CENT = 10_000_000_000n;

/** `$1,234.56`: rounded here, once. `~` marks an estimate, `*` that models without a price are not in it. */
export function moneyText({ pico, estimated, unpriced, isEmpty }: Spent): string {
  if (isEmpty) return '-';
  if (pico === 0n && unpriced > 0) return '?';
  return `${estimated ? '~' : ''}${picoText(pico)}${unpriced > 0 ? '*' : ''}`;
}

/** Pico-dollars as `$1,234.56`. */
export function picoText(pico: bigint): string {
  const cents = (pico + CENT / 2n) / CENT;
  const digits = String(cents).padStart(3, '0');
  if (pico > 0n && cents === 0n) return '<$0.01';
  return `$${grouped(digits.slice(0, -2))}.${digits.slice(-2)}`;
}

/** Dollars with all six decimals, for programs that read text. */
export function usdDecimal(spent: Spent): string {
  const digits = String(microUsd(spent)).padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

export const wholeNumber = (number: number): string => (number === 0 ? '-' : grouped(String(number)));

/** `1,234,567`. By hand, because asking the system for it the first time takes longer than all the rest. */
const grouped = (digits: string): string => digits.replaceAll(/\B(?=(\d{3})+$)/g, ',');

/** `1.2k`, `34M`: where there is no room for all digits. */
export function shortNumber(number: number): string {
  if (number < 1000) return number === 0 ? '-' : String(number);
  for (const [unit, size] of UNITS) {
    const value = number / size;
    if (value < 999.5) return `${value < 9.95 ? value.toFixed(1) : Math.round(value)}${unit}`;
  }
  return grouped(String(number));
}

const UNITS = [
  ['k', 1e3],
  ['M', 1e6],
  ['G', 1e9],
  ['T', 1e12],
] as const;

export function shareText(share: number | undefined): string {
  if (share === undefined) return '-';
  const percent = share * 100;
  if (percent > 0 && percent < 0.1) return '<0.1%';
  return percent === 0 || percent >= 99.95 ? `${Math.round(percent)}%` : `${percent.toFixed(1)}%`;
}

export function durationText(ms: number | undefined): string {
  if (ms === undefined) return '-';
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  return `${grouped(String(Math.floor(minutes / 60)))} h ${minutes % 60} min`;
}

/** Tokens of the largest request, and what share of the context they took. */
export function contextText({ largest, fill }: Spent): string {
  if (largest === 0) return '-';
  return fill === undefined ? shortNumber(largest) : `${shortNumber(largest)} (${Math.round(fill * 100)}%)`;
}
