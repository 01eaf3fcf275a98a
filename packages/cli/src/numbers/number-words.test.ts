import { microUsd, type Spent } from '@hansard/core/numbers/spent.ts';
import { expect, it } from 'vitest';
import { durationText, moneyText, shareText, shortNumber, usdDecimal } from './number-words.ts';

const spent = (pico: bigint, more: Partial<Spent> = {}) =>
  ({ pico, estimated: false, unpriced: 0, isEmpty: false, ...more }) as Spent;
const DOLLAR = 1_000_000_000_000n;

it('rounds money once, half up, and hides nothing', () => {
  expect(moneyText(spent(1234n * DOLLAR + 567n * 10n ** 9n))).toBe('$1,234.57');
  expect(moneyText(spent(4_999_999_999n))).toBe('<$0.01');
  expect(moneyText(spent(5_000_000_000n))).toBe('$0.01');
  expect(moneyText(spent(0n))).toBe('$0.00');
  expect(moneyText(spent(DOLLAR, { estimated: true, unpriced: 5 }))).toBe('~$1.00*');
  expect(moneyText(spent(0n, { unpriced: 5 }))).toBe('?');
  expect(moneyText(spent(0n, { isEmpty: true }))).toBe('-');
  expect(microUsd(spent(499_999n))).toBe(0);
  expect(microUsd(spent(500_000n))).toBe(1);
  expect(microUsd(spent(10n ** 40n))).toBe(Number.MAX_SAFE_INTEGER);
  expect(usdDecimal(spent(12n * DOLLAR + 1_500_000n))).toBe('12.000002');
});

it('shortens numbers without losing their size', () => {
  expect([0, 999, 1000, 9949, 9950, 999_499, 999_500, 12_345_678, 5e12].map(shortNumber)).toEqual([
    '-',
    '999',
    '1.0k',
    '9.9k',
    '10k',
    '999k',
    '1.0M',
    '12M',
    '5.0T',
  ]);
});

it('says shares and durations in words', () => {
  expect([undefined, 0, 0.0004, 0.051, 0.9996, 1].map(shareText)).toEqual(['-', '0%', '<0.1%', '5.1%', '100%', '100%']);
  expect([undefined, 40, 1500, 61_000, 3_700_000].map(durationText)).toEqual([
    '-',
    '40 ms',
    '1.5 s',
    '1 min 1 s',
    '1 h 1 min',
  ]);
});
