import { describe, expect, it } from 'vitest';
import { measure } from '../reading/metrics.ts';
import { fc } from '../testing/property.ts';
import type { Event } from '../transcript.ts';
import { type Buckets, noTokens } from './buckets.ts';
import { costOf, type Response } from './cost.ts';
import { readPriceOverrides } from './overrides.ts';
import { snapshot } from './prices.gen.ts';
import { createPriceBook } from './prices.ts';
import { picoDollars } from './rates.ts';

const book = createPriceBook({ snapshot });
const response = (model: string, usage: Partial<Buckets>, at = '2026-09-01T12:00:00Z'): Response => ({
  model,
  usage: { ...noTokens(), ...usage },
  at,
});
const microUsd = (...responses: Response[]) => costOf(responses, book).microUsd;

describe('costs, computed by hand', () => {
  it('prices 5-minute and 1-hour cache writes apart', () => {
    const usage = { input: 1_000, output: 500, cacheRead: 20_000, cacheWrite5m: 4_000, cacheWrite1h: 2_000 };
    // 1000×3 + 500×15 + 20000×0.30 + 4000×3.75 + 2000×6
    expect(microUsd(response('claude-sonnet-4-5-20250929', usage))).toBe(3_000 + 7_500 + 6_000 + 15_000 + 12_000);
  });

  it('prices cached input lower and reasoning as output', () => {
    const usage = { input: 12_345, cacheRead: 100_000, output: 777, reasoning: 1_234 };
    // 12345×1.25 + 100000×0.125 + 2011×10 = 15431.25 + 12500 + 20110
    expect(microUsd(response('gpt-5-codex', usage))).toBe(48_041);
  });

  it('prices a whole request higher when its input, cache included, passes the tier', () => {
    const small = response('gemini-2.5-pro', { input: 140_000, cacheRead: 60_000, output: 1_000 });
    expect(microUsd(small)).toBe(175_000 + 7_500 + 10_000);
    const large = response('gemini-2.5-pro', { input: 150_000, cacheRead: 60_000, output: 1_000 });
    expect(microUsd(large)).toBe(375_000 + 15_000 + 15_000);
    expect(microUsd(small, small)).toBe(2 * 192_500);
  });

  it('prices fast mode at its multiple, apart from the standard mode', () => {
    const standard = response('claude-opus-4-8', { input: 1_000_000, output: 100_000, cacheRead: 1_000_000 });
    const fast = { ...standard, usage: { ...standard.usage, speed: 'fast' } };
    const [plain, quick] = [microUsd(standard), microUsd(fast)];
    expect(quick).toBe(2 * plain);
    const { models } = costOf([standard, fast], book);
    expect(models.map(({ model, microUsd: cost, estimated }) => [model, cost, estimated])).toEqual([
      ['claude-opus-4-8', plain, undefined],
      ['claude-opus-4-8-fast', quick, undefined],
    ]);
    const dated = { ...fast, model: 'claude-opus-4-6-20260205' };
    expect(microUsd(dated)).toBe(6 * microUsd({ ...standard, model: 'claude-opus-4-6' }));
  });

  it('estimates fast mode by the standard price where its multiple is not known', () => {
    const usage = { ...noTokens(), input: 1_000_000 };
    const { microUsd: cost, estimated } = costOf(
      [{ model: 'claude-sonnet-4-5', usage: { ...usage, speed: 'fast' } }],
      book,
    );
    expect([cost, estimated]).toEqual([microUsd({ model: 'claude-sonnet-4-5', usage }), true]);
    expect(book.priceOf('grok-9-fast')).toBeUndefined();
  });

  it('takes the price of the day', () => {
    expect(microUsd(response('o3', { input: 1_000_000 }, '2025-06-09T23:59:59Z'))).toBe(10_000_000);
    expect(microUsd(response('o3', { input: 1_000_000 }, '2025-06-10T00:00:00Z'))).toBe(2_000_000);
    expect(microUsd(response('o3', { input: 1_000_000 }, '2025-06-10T00:30:00+02:00'))).toBe(10_000_000);
  });

  it('takes the price of the hour, which holds from its own day on', () => {
    const tokens = { input: 1_000_000 };
    expect(microUsd(response('deepseek-v4-pro', tokens, '2026-08-20T02:00:00Z'))).toBe(1_320_000);
    expect(microUsd(response('deepseek-v4-pro', tokens, '2026-08-20T05:00:00Z'))).toBe(660_000);
    expect(microUsd(response('deepseek-v4-pro', tokens, '2026-08-01T02:00:00Z'))).toBe(435_000);
  });

  it('rounds once', () => {
    const half = response('gpt-5-nano', { input: 10 });
    expect(microUsd(half)).toBe(1);
    expect(microUsd(half, half, half)).toBe(2);
  });

  it('stays exact where products leave the safe integers', () => {
    const [tokens, others] = [9_007_199_254, 1];
    expect(microUsd(response('claude-opus-4-1', { input: tokens, output: others }))).toBe(tokens * 15 + 75);
  });
});

describe('the cost of a session', () => {
  const event = (id: string, event: Partial<Event>): Event => ({
    id,
    seq: 1,
    timestamp: '2026-09-01T12:00:00Z',
    type: 'assistant_message',
    model: 'claude-sonnet-5',
    ...event,
  });

  it('names the matched model and marks estimates', () => {
    const cost = costOf(
      [response('claude-sonnet-5-5', { input: 1_000 }), response('claude-opus-5', { input: 1_000 })],
      book,
    );
    expect(cost).toEqual({
      microUsd: 7_000,
      priceDate: snapshot.date,
      estimated: true,
      models: [
        { model: 'claude-sonnet-5-5', matched: 'claude-sonnet-5', estimated: true, microUsd: 2_000 },
        { model: 'claude-opus-5', matched: 'claude-opus-5', microUsd: 5_000 },
      ],
      unpriced: [],
    });
  });

  it('names models without a price, but not those that used nothing', () => {
    const unknown = response('some-local-model', { output: 1 });
    const cost = costOf([unknown, unknown, response('<synthetic>', {}), response('', {})], book);
    expect(cost).toMatchObject({ microUsd: 0, models: [], unpriced: ['some-local-model'] });
    expect(costOf([response('', { input: 1 })], book).unpriced).toEqual(['(unnamed)']);
  });

  it('leaves out what a fork inherited, and shows it apart', () => {
    const usage = { ...noTokens(), input: 1_000, output: 100 };
    const events = [
      event('a', { usage: { ...usage, responseId: 'r1', inherited: true } }),
      event('b', { usage: { ...usage, responseId: 'r2' } }),
    ];
    const metrics = measure(events, book);
    expect(metrics.cost?.microUsd).toBe(3_000);
    expect(metrics.tokens).toMatchObject({ input: 1_000, output: 100 });
    expect(metrics.inheritedTokens).toMatchObject({ input: 1_000, output: 100 });
    expect(events.map(({ costMicroUsd }) => costMicroUsd)).toEqual([undefined, 3_000]);
  });

  it('prices a response once, on the event with its last numbers', () => {
    const events = [1, 2].map((n) =>
      event(`e${n}`, { usage: { ...noTokens(), output: n * 100, responseId: 'msg_1' } }),
    );
    expect(measure(events, book).cost?.microUsd).toBe(2_000);
    expect(events[0]?.pricing).toBeUndefined();
    expect(events[1]).toMatchObject({
      costMicroUsd: 2_000,
      pricing: { model: 'claude-sonnet-5', date: snapshot.date },
    });
  });

  it('uses the price of the user first', () => {
    const { overrides } = readPriceOverrides({ 'claude-sonnet-*': { input: '1', output: 2 } });
    const own = createPriceBook({ snapshot, overrides });
    const events = [event('a', { usage: { ...noTokens(), input: 1_000, cacheWrite1h: 1_000 } })];
    const { cost } = measure(events, own);
    expect(cost?.microUsd).toBe(1_000 + 2_000);
    expect(cost?.models[0]).toEqual({
      model: 'claude-sonnet-5',
      matched: 'claude-sonnet-*',
      override: true,
      microUsd: 3_000,
    });
    expect(events[0]?.pricing).toEqual({ model: 'claude-sonnet-*', date: snapshot.date, override: true });
  });
});

const bucketsArbitrary = fc.record({
  input: fc.nat(10_000_000),
  output: fc.nat(10_000_000),
  cacheRead: fc.nat(10_000_000),
  cacheWrite5m: fc.nat(10_000_000),
  cacheWrite1h: fc.nat(10_000_000),
  reasoning: fc.nat(10_000_000),
});
const modelArbitrary = fc.constantFrom(...snapshot.models.map(([id]) => id));

describe('properties of prices', () => {
  it('the whole is the sum of its parts before rounding', () => {
    fc.assert(
      fc.property(bucketsArbitrary, modelArbitrary, (usage, model) => {
        const rates = book.priceOf(model)!.ratesFor(1);
        const parts = Object.entries(usage).map(([key, tokens]) =>
          picoDollars({ ...noTokens(), [key]: tokens }, rates),
        );
        expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(picoDollars(usage, rates));
      }),
    );
  });

  it('more tokens never cost less', () => {
    fc.assert(
      fc.property(bucketsArbitrary, bucketsArbitrary, modelArbitrary, (usage, more, model) => {
        const both = Object.fromEntries(
          Object.entries(usage).map(([key, tokens]) => [key, tokens + more[key as keyof Buckets]]),
        );
        expect(microUsd(response(model, both))).toBeGreaterThanOrEqual(microUsd(response(model, usage)));
      }),
    );
  });

  it('an order of responses does not matter', () => {
    const responses = fc.array(fc.tuple(modelArbitrary, bucketsArbitrary), { maxLength: 20 });
    fc.assert(
      fc.property(responses, (list) => {
        const all = list.map(([model, usage]) => response(model, usage));
        expect(microUsd(...all.toReversed())).toBe(microUsd(...all));
      }),
    );
  });
});
