/**
 * Exact money: rates are pico-dollars a token, products and sums are bigints, and rounding to micro-dollars happens
 * once, at the end. A pico-dollar is the unit because published prices have up to six decimals a million tokens.
 */
import type { Buckets } from './buckets.ts';

export interface Rates {
  readonly input: bigint;
  readonly output: bigint;
  readonly cacheRead: bigint;
  readonly cacheWrite5m: bigint;
  readonly cacheWrite1h: bigint;
}

/** Rates as far as a source names them. */
export type PartialRates = Pick<Rates, 'input' | 'output'> & Partial<Rates>;

/**
 * The rule for what a price does not say. Claude models: a 5-minute write costs 1.25 times the input, a 1-hour write
 * twice the input, as Anthropic publishes. Others: a 1-hour write costs as much as a 5-minute one, and what has no price
 * of its own costs what input costs.
 */
export function completeRates(known: PartialRates, model: string): Rates {
  const { input, output } = known;
  const claude = model.includes('claude');
  const cacheWrite5m = known.cacheWrite5m ?? (claude ? (input * 5n) / 4n : input);
  const cacheWrite1h = known.cacheWrite1h ?? (claude ? input * 2n : cacheWrite5m);
  return { input, output, cacheRead: known.cacheRead ?? input, cacheWrite5m, cacheWrite1h };
}

/** Cost in pico-dollars. Reasoning is output. */
export function picoDollars(usage: Readonly<Buckets>, rates: Rates): bigint {
  return (
    count(usage.input) * rates.input +
    (count(usage.output) + count(usage.reasoning)) * rates.output +
    count(usage.cacheRead) * rates.cacheRead +
    count(usage.cacheWrite5m) * rates.cacheWrite5m +
    count(usage.cacheWrite1h) * rates.cacheWrite1h
  );
}

/** Rounds half up; saturates where a number could no longer hold the result. */
export function toMicroUsd(pico: bigint): number {
  return Math.min(Number((pico + 500_000n) / 1_000_000n), Number.MAX_SAFE_INTEGER);
}

const DECIMAL = /^(\d{1,9})(?:\.(\d{1,6}))?$/;

/** Dollars a million tokens, as decimal text, to pico-dollars a token; undefined when it is not such a number. */
export function picoPerToken(dollarsPerMillion: string): bigint | undefined {
  const [, whole, fraction = ''] = DECIMAL.exec(dollarsPerMillion) ?? [];
  return whole === undefined ? undefined : BigInt(whole + fraction.padEnd(6, '0'));
}

/** Numbers come from logs: what is no count costs nothing. */
function count(tokens: number): bigint {
  return Number.isSafeInteger(tokens) && tokens > 0 ? BigInt(tokens) : 0n;
}
