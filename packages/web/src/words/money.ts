/**
 * Money as people read it. What has no price is never shown as zero: null is "no price", and a sum that leaves
 * something out is marked.
 */
export interface Money {
  readonly microUsd: number | null;
  /** Some of it has no price. */
  readonly unpriced?: boolean;
  readonly estimated?: boolean;
}

export function moneyText({ microUsd, unpriced = false, estimated = false }: Money): string {
  if (microUsd === null || (microUsd === 0 && unpriced)) return 'no price';
  return `${estimated ? '~' : ''}${dollars(microUsd)}${unpriced ? '+' : ''}`;
}

/** `$1,234.56`; cents are left out where nobody counts them. */
export function dollars(microUsd: number): string {
  const amount = microUsd / 1e6;
  if (amount > 0 && amount < 0.005) return '<$0.01';
  const digits = amount >= 10_000 ? 0 : 2;
  return `$${amount.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;
}

export const UNPRICED_NOTE = 'Some models of it have no known price and are not in the sum.';
