import { describe, expect, it } from 'vitest';
import { fc } from '../testing/property.ts';
import { loadPriceBook } from './load-prices.ts';
import { readPriceOverrides } from './overrides.ts';
import { snapshot } from './prices.gen.ts';
import { createPriceBook } from './prices.ts';

const book = createPriceBook({ snapshot });
const matched = (model: string) => {
  const price = book.priceOf(model);
  return price && `${price.estimated ? '~' : '='} ${price.model}`;
};

describe('matching a model id', () => {
  it.each([
    ['claude-sonnet-4-5', '= claude-sonnet-4-5'],
    ['claude-sonnet-4-5-20250929', '= claude-sonnet-4-5'],
    ['claude-sonnet-4-20250514', '= claude-sonnet-4-0'],
    ['claude-sonnet-4-5[1m]', '= claude-sonnet-4-5'],
    ['Claude-Sonnet-4.5', '= claude-sonnet-4-5'],
    ['anthropic/claude-sonnet-4.5', '= claude-sonnet-4-5'],
    ['openrouter/anthropic/claude-sonnet-4.5', '= claude-sonnet-4-5'],
    ['claude-opus-4-1@20250805', '= claude-opus-4-1'],
    ['claude-3-5-haiku-20241022', '= claude-3-5-haiku-latest'],
    ['gpt-5-codex', '= gpt-5'],
    ['gpt-5-2025-08-07', '= gpt-5'],
    ['models/gemini-2.5-pro', '= gemini-2.5-pro'],
    ['qwen/qwen3-coder', '= qwen/qwen3-coder'],
    ['some/model:free', '= some/model:free'],
  ])('%s is known: %s', (model, expected) => expect(matched(model)).toBe(expected));

  it.each([
    ['claude-sonnet-5-5', '~ claude-sonnet-5'],
    ['claude-opus-5-6', '~ claude-opus-5-5'],
    ['gpt-6.1-sol', '~ gpt-6-sol'],
    ['gemini-3.9-flash', '~ gemini-3.8-flash'],
    ['claude-opus-4-6-thinking', '~ claude-opus-4-6'],
    ['gemini-2.5-pro-preview', '~ gemini-2.5-pro'],
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', '~ claude-sonnet-4-5'],
    ['anthropic.claude-opus-4-1-20250805-v1:0', '~ claude-opus-4-1'],
    ['qwen3-coder', '~ qwen/qwen3-coder'],
  ])('%s is estimated: %s', (model, expected) => expect(matched(model)).toBe(expected));

  it.each([
    '',
    '<synthetic>',
    'llama.gguf',
    'gpt-5-codex-mini',
    'claude-future-1',
    'gpt-99',
    'constructor',
    '__proto__',
  ])('%s has no price', (model) => expect(book.priceOf(model)).toBeUndefined());

  it('reads hostile ids', () => {
    for (const text of ['-1'.repeat(100_000), '/'.repeat(100_000), '[1m]'.repeat(100_000)]) {
      expect(book.priceOf(text)).toBeUndefined();
    }
  });
});

describe('the snapshot', () => {
  it('holds safe integers, and each id once', () => {
    const ids = snapshot.models.map(([id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const rates = snapshot.models.flatMap(([, , periods]) =>
      periods.flatMap(([tiers]) => tiers.flatMap((tier) => tier[1])),
    );
    expect(rates.every((rate) => rate === null || (Number.isSafeInteger(rate) && rate >= 0))).toBe(true);
  });

  it('states cache writes of Claude by the published rule where the source has no number', () => {
    const rates = book.priceOf('claude-2')!.ratesFor(1);
    expect(rates).toMatchObject({ cacheWrite5m: 10_000_000n, cacheWrite1h: 16_000_000n });
    const openai = book.priceOf('gpt-5')!.ratesFor(1);
    expect(openai).toMatchObject({ cacheWrite5m: 1_250_000n, cacheWrite1h: 1_250_000n });
  });

  it('takes the price of its own day when no time is given', () => {
    expect(book.priceOf('gemini-3.6-flash')!.ratesFor(1).input).toBe(750_000n);
    expect(book.priceOf('gemini-3.6-flash', '2027-01-01T00:00:00Z')!.ratesFor(1).input).toBe(1_500_000n);
  });

  it('loads on demand', async () => {
    const loaded = await loadPriceBook();
    expect(loaded.date).toBe(snapshot.date);
  });
});

describe('the user’s prices', () => {
  it('take decimal text and numbers exactly', () => {
    const { overrides, problems } = readPriceOverrides({
      'a*c': { input: '0.000001', output: 15.1, cacheRead: '0', cacheWrite5m: '1.5', cacheWrite1h: 2 },
    });
    expect(problems).toEqual([]);
    expect(overrides[0]?.rates).toEqual({
      input: 1n,
      output: 15_100_000n,
      cacheRead: 0n,
      cacheWrite5m: 1_500_000n,
      cacheWrite1h: 2_000_000n,
    });
    expect(['abc', 'ac', 'A-long-C', 'ab', 'c'].map((model) => overrides[0]?.matches(model))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it('name each problem with its place and keep the rest', () => {
    const read = readPriceOverrides({
      good: { input: 1, output: 1 },
      'a/b': { input: '-1', output: '1e3' },
      none: null,
      half: { input: 1 },
      typo: { input: 1, output: 1, cachRead: 1 },
      fine: { input: '0.0000001', output: 1 },
    });
    expect(read.overrides.map(({ pattern }) => pattern)).toEqual(['good']);
    expect(read.problems.map(({ pointer }) => pointer)).toEqual([
      '/a~1b/input',
      '/a~1b/output',
      '/none',
      '/half',
      '/typo/cachRead',
      '/fine/input',
    ]);
    expect(readPriceOverrides([]).problems[0]?.message).toContain('expected an object');
  });

  it('match many stars without backtracking', () => {
    const { overrides } = readPriceOverrides({ [`${'*a'.repeat(200)}b`]: { input: 1, output: 1 } });
    expect(overrides[0]?.matches('a'.repeat(5_000))).toBe(false);
  });
});

describe('steps of a price', () => {
  const MINUTE = 60_000;
  /** Sizes and times around which anything may change, and some between them. */
  const sizes = snapshot.models.flatMap(([, , periods]) => periods.flatMap(([tiers]) => tiers.map(([above]) => above)));
  const size = fc.oneof(
    fc.nat(600_000),
    fc.constantFrom(...sizes),
    fc.constantFrom(...sizes).map((above) => above + 1),
  );
  const time = fc
    .tuple(fc.integer({ min: Date.UTC(2025, 0), max: Date.UTC(2027, 6) }), fc.constantFrom(0, 1, MINUTE))
    .map(([at, less]) => Math.floor(at / MINUTE) * MINUTE - less);
  const modelOf = fc.constantFrom(...snapshot.models.map(([id]) => id));

  it('name everything that a price depends on', () => {
    fc.assert(
      fc.property(modelOf, size, size, time, time, (model, one, other, at, later) => {
        const { sizes, days, clocks } = book.stepsOf(model);
        const classOf = (input: number, when: number) => {
          const [day = '', clock = ''] = new Date(when).toISOString().split('T');
          return JSON.stringify([
            sizes.map((above) => input > above),
            days.map((from) => day >= from),
            clocks.map((from) => clock.slice(0, 5) >= from),
          ]);
        };
        if (classOf(one, at) !== classOf(other, later)) return;
        const rates = (input: number, when: number) =>
          book.priceOf(model, new Date(when).toISOString())?.ratesFor(input);
        expect(rates(other, later)).toEqual(rates(one, at));
      }),
      { numRuns: 2000 },
    );
  });

  it('are none for the user’s own prices', () => {
    const { overrides } = readPriceOverrides({ 'claude-*': { input: 1, output: 2 } });
    const own = createPriceBook({ snapshot, overrides });
    expect(book.stepsOf('claude-sonnet-4-5').sizes).toEqual([200_000]);
    expect(own.stepsOf('claude-sonnet-4-5')).toEqual({ sizes: [], days: [], clocks: [] });
    expect(own.stepsOf('nobody-knows-it')).toEqual({ sizes: [], days: [], clocks: [] });
  });
});

it('knows the size of a context for a model that it knows exactly', () => {
  expect(book.windowOf('claude-opus-4-5-20251101')).toBe(200_000);
  expect(book.windowOf('openai/gpt-5-codex')).toBe(400_000);
  expect(book.windowOf('claude-sonnet-5-5')).toBeUndefined();
  expect(book.windowOf('some-local-model')).toBeUndefined();
});
