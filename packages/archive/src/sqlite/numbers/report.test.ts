/** Reports against the same numbers computed response by response. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPriceBook, loadPriceBook, readPriceOverrides } from '@hansard/core';
import type { Grouping } from '@hansard/core/numbers/groups.ts';
import { type Numbers, type NumbersOptions, readNumbers } from '@hansard/core/numbers/report.ts';
import { parseQuery } from '@hansard/core/query/parse-query.ts';
import { fc } from '@hansard/core/testing/property.ts';
import { snapshot } from '@hansard/core/usage/prices.gen.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Archive } from '../../archive.ts';
import { independentCost } from '../../testing/independent-costs.ts';
import { linesOf, METERED, MeteredArchive, type MeteredRecord } from '../../testing/metered-agent.ts';
import { SIZE_STEPS, SLOT_MS } from '../usage/usage-sums.ts';

const prices = await loadPriceBook();

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hansard-report-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

let opened = 0;
async function archived(records: readonly MeteredRecord[]): Promise<Archive> {
  const metered = new MeteredArchive(join(folder, String(++opened)));
  for (const name of new Set(records.map(({ session }) => session))) {
    await metered.write(name, linesOf(records.filter(({ session }) => session === name)));
  }
  return metered.open();
}

const report = (archive: Archive, by: readonly Grouping[], more: Partial<NumbersOptions> = {}): Promise<Numbers> =>
  readNumbers(archive.store, { by, timezone: 'UTC', prices, ...more });

const query = (text: string, timezone = 'UTC') =>
  parseQuery(text, { now: Date.UTC(2026, 10, 1), timezone, agents: [{ id: METERED, label: METERED }] });

const rowsOf = ({ groups }: Numbers) =>
  Object.fromEntries(groups.map(({ key, own }) => [key.join(' '), [own.input, own.output, own.pico]]));

const T = Date.UTC(2026, 7, 10, 12);
const used = (session: string, at: number, model: string, tokens: number[], more: Partial<MeteredRecord> = {}) => ({
  session,
  id: `${session} ${at} ${model}`,
  at: T + at,
  response: `${session} ${at} ${model}`,
  model,
  tokens,
  ...more,
});

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('money', () => {
  const models = ['claude-sonnet-4-5', 'claude-opus-4-6', 'deepseek-v4-pro', 'gpt-5.5', 'minimax-m3', 'o3', 'nobody-1'];
  const count = fc.oneof(
    fc.nat(5000),
    fc.constantFrom(0, 128_000, 199_999, 200_000, 200_001, 271_999, 272_000, 512_001),
  );
  /** Around days and hours at which prices change. */
  const time = fc
    .tuple(
      fc.constantFrom(
        '2026-03-12T23:00',
        '2026-03-13T00:00',
        '2025-06-09T23:59',
        '2026-08-17T00:00',
        '2026-09-01T00:00',
      ),
      fc.nat(DAY - 1),
    )
    .map(([day, more]) => Date.parse(`${day}Z`) + more);
  const records = fc
    .array(
      fc.record({ model: fc.constantFrom(...models), time, tokens: fc.array(count, { minLength: 6, maxLength: 6 }) }),
      {
        maxLength: 30,
      },
    )
    .map((list) =>
      list.map(({ model, time: at, tokens }, n) => ({
        session: `s${n % 3}`,
        id: `e${n}`,
        at,
        response: `r${n}`,
        model,
        tokens,
      })),
    );
  const bounds = fc.record({
    since: fc.option(fc.constantFrom(Date.UTC(2026, 2, 13), Date.UTC(2026, 2, 13, 1, 7)), { nil: undefined }),
    until: fc.option(fc.constantFrom(Date.UTC(2026, 7, 18), Date.UTC(2026, 7, 17, 5, 1)), { nil: undefined }),
  });
  const groupings = fc.constantFrom<Grouping[]>(['day'], ['model'], ['day', 'model'], ['session'], ['month'], []);

  it('is what the responses cost one by one, from the price table', async () => {
    await fc.assert(
      fc.asyncProperty(records, bounds, groupings, async (list, { since, until }, by) => {
        const archive = await archived(list);
        const chosen = list.filter(({ at }) => at >= (since ?? 0) && at < (until ?? Number.POSITIVE_INFINITY));
        const sessions = new Map(
          archive.sql.all('SELECT uuid, native_id FROM session').map(({ uuid, native_id }) => [native_id, uuid]),
        );
        const expected: Record<string, [number, number, bigint]> = {};
        for (const { at, model, session, tokens } of chosen) {
          const iso = new Date(at).toISOString();
          const parts = { day: iso.slice(0, 10), month: iso.slice(0, 7), model, session: sessions.get(session) };
          const key = by.map((grouping) => parts[grouping as keyof typeof parts]).join(' ');
          const [input = 0, output = 0, read = 0, w5 = 0, w1 = 0, reasoning = 0] = tokens;
          if (input + output + read + w5 + w1 + reasoning === 0 && by.length === 0) continue;
          const sum = expected[key] ?? [0, 0, 0n];
          expected[key] = sum;
          sum[0] += input + read + w5 + w1;
          sum[1] += output + reasoning;
          sum[2] += independentCost({ model, time: at, tokens }) ?? 0n;
        }
        const numbers = await report(archive, by, { since, until });
        expect(rowsOf(numbers)).toEqual(expected);
        const unpriced = chosen.filter(({ model, tokens }) => model === 'nobody-1' && tokens.some((n) => n > 0));
        expect(numbers.models.some(({ model, matched }) => model === 'nobody-1' && !matched)).toBe(unpriced.length > 0);
        archive.close();
      }),
      { numRuns: 40 },
    );
  }, 120_000);

  it('is that of the user’s own prices, and of tiers that sums do not know', async () => {
    const archive = await archived([
      used('a', 0, 'claude-opus-5', [1_000_000]),
      used('a', 1, 'x-1', [60_000], {}),
      used('a', 2, 'x-1', [40_000]),
    ]);
    const { overrides } = readPriceOverrides({ 'claude-*': { input: '0.5', output: 1 } });
    const tiers = [
      [
        [0, [1_000_000, 0]],
        [50_000, [3_000_000, 0]],
      ],
    ] as never;
    const book = createPriceBook({ snapshot: { ...snapshot, models: [['x-1', [], [tiers]] as never] }, overrides });
    const numbers = await report(archive, ['model'], { prices: book });
    expect(rowsOf(numbers)).toEqual({
      'claude-opus-5': [1_000_000, 0, 1_000_000n * 500_000n],
      'x-1': [100_000, 0, 60_000n * 3_000_000n + 40_000n * 1_000_000n],
    });
    expect(numbers.models[0]).toMatchObject({ matched: 'claude-*', override: true });
    archive.close();
  });

  it('can be read from sums for every price of the table', () => {
    for (const [model] of snapshot.models) {
      const { sizes, clocks } = prices.stepsOf(model);
      expect(sizes.filter((size) => !(SIZE_STEPS as readonly number[]).includes(size))).toEqual([]);
      expect(clocks.filter((clock) => Date.parse(`1970-01-01T${clock}Z`) % SLOT_MS !== 0)).toEqual([]);
    }
  });
});

describe('groups', () => {
  const records = [
    used('a', 0, 'gpt-5', [100, 10], { cwd: '/p/one' }),
    used('a', 13 * HOUR, 'gpt-5', [200, 20]),
    used('b', 30 * HOUR, 'claude-opus-5', [300, 30, 900], { subagent: true, cwd: '/p/two' }),
    used('b', 31 * HOUR, 'claude-opus-5', [0, 5]),
    used('b', 8 * DAY, 'gpt-5', [7, 7]),
  ];

  it('are days, weeks and months of the zone', async () => {
    const archive = await archived(records);
    const keys = async (by: Grouping, timezone: string) =>
      (await report(archive, [by], { timezone })).groups.map(({ key }) => key[0]);
    expect(await keys('day', 'UTC')).toEqual(['2026-08-10', '2026-08-11', '2026-08-18']);
    expect(await keys('day', 'Pacific/Auckland')).toEqual(['2026-08-11', '2026-08-12', '2026-08-19']);
    expect(await keys('day', 'America/Los_Angeles')).toEqual(['2026-08-10', '2026-08-11', '2026-08-18']);
    expect(await keys('week', 'UTC')).toEqual(['2026-W33', '2026-W34']);
    expect(await keys('month', 'UTC')).toEqual(['2026-08']);
    archive.close();
  });

  it('can be several at once, and add up to the total', async () => {
    const archive = await archived(records);
    const numbers = await report(archive, ['project', 'model']);
    expect(numbers.groups.map(({ key, own }) => [...key, own.responses])).toEqual([
      ['/p/one', 'gpt-5', 2],
      ['/p/two', 'claude-opus-5', 2],
      ['/p/two', 'gpt-5', 1],
    ]);
    expect(numbers.total.own).toMatchObject({ input: 1507, output: 72, responses: 5 });
    expect(numbers.total.own.pico).toBe(numbers.groups.reduce((sum, { own }) => sum + own.pico, 0n));
    archive.close();
  });

  it('show subagents apart, the share of the cache, and the fill of the context', async () => {
    const archive = await archived(records);
    const [opus] = (await report(archive, ['model'], { query: query('model:opus') })).groups;
    expect(opus?.own).toMatchObject({
      responses: 2,
      input: 1200,
      largest: 1200,
      fill: 1200 / 1_000_000,
      cacheHits: 0.75,
    });
    expect(opus?.subagents).toMatchObject({ responses: 1, input: 1200, output: 30 });
    archive.close();
  });

  it('tell the largest request with its own share of the context, not with that of a smaller model', async () => {
    const archive = await archived([
      used('a', 0, 'claude-opus-5', [400_000]),
      used('a', 1, 'claude-opus-4-5', [150_000]),
    ]);
    const { groups, total } = await report(archive, ['model']);
    expect(groups.map(({ own }) => [own.largest, own.fill])).toEqual([
      [400_000, 0.4],
      [150_000, 0.75],
    ]);
    expect(total.own).toMatchObject({ largest: 400_000, fill: 0.4 });
    archive.close();
  });

  it('show what was inherited apart', async () => {
    const archive = await archived([
      ...records,
      { ...records[0], session: 'fork', id: 'copy', at: T } as MeteredRecord,
    ]);
    const [first] = (await report(archive, ['day'])).groups;
    expect([first?.own.input, first?.inherited.input]).toEqual([100, 100]);
    archive.close();
  });

  it('are chosen by filters on sessions, models, times and subagents', async () => {
    const archive = await archived(records);
    const input = async (text: string) => (await report(archive, [], { query: query(text) })).total.own.input;
    expect(await input('project:one')).toBe(300);
    expect(await input('-project:one')).toBe(1207);
    expect(await input(`agent:${METERED}`)).toBe(1507);
    expect(await input('model:gpt')).toBe(307);
    expect(await input('-model:gpt')).toBe(1200);
    expect(await input('after:2026-08-11 before:2026-08-12')).toBe(1400);
    expect(await input('after:2026-08-11T02:30')).toBe(1207);
    expect(await input('is:subagent')).toBe(1200);
    expect(await input('-is:subagent')).toBe(307);
    expect(await input('project:nowhere')).toBe(0);
    archive.close();
  });

  it('name the sessions that they are of', async () => {
    const archive = await archived(records);
    const { groups, sessions } = await report(archive, ['session']);
    expect(groups.map(({ key }) => sessions.get(key[0] ?? '')?.nativeId)).toEqual(['b', 'a']);
    archive.close();
  });

  it('have no day where there is no time', async () => {
    const archive = await archived([used('a', -T, 'gpt-5', [5])]);
    expect((await report(archive, ['day'])).groups.map(({ key }) => key)).toEqual([[null]]);
    archive.close();
  });
});

describe('turns', () => {
  const prompt = (session: string, at: number): MeteredRecord => ({
    session,
    id: `${session} asks ${at}`,
    at: T + at,
    prompt: true,
  });
  const said = (session: string, at: number, more: Partial<MeteredRecord> = {}): MeteredRecord => ({
    session,
    id: `${session} says ${at}`,
    at: T + at,
    ...more,
  });
  const turnsOf = ({ turns }: Numbers['total']) => [turns.count, turns.within(0.5), turns.within(0.9), turns.longest];

  it('last from a prompt to the last that the agent did before the next', async () => {
    const archive = await archived([
      said('a', 0),
      prompt('a', 1000),
      said('a', 1500),
      said('a', 4000),
      said('a', 9000, { subagent: true }),
      prompt('a', 60_000),
      prompt('a', 70_000),
      said('a', 70_200),
      prompt('b', DAY),
      said('b', DAY + 50_000),
    ]);
    const { groups, total } = await report(archive, ['day'], { tools: true });
    expect(groups.map(turnsOf)).toEqual([
      [2, 200, 3000, 3000],
      [1, 50_000, 50_000, 50_000],
    ]);
    expect(turnsOf(total)).toEqual([3, 3000, 50_000, 50_000]);
    const late = await report(archive, ['session'], { tools: true, since: T + DAY });
    expect(turnsOf(late.total)).toEqual([1, 50_000, 50_000, 50_000]);
    expect(turnsOf((await report(archive, ['model'], { tools: true, query: query('model:gpt') })).total)[0]).toBe(0);
    archive.close();
  });

  it('of a fork count where they were asked for', async () => {
    const copied = [prompt('a', 0), used('a', 300, 'gpt-5', [10])];
    const fork = copied.map((record) => ({ ...record, session: 'b' }));
    const archive = await archived([...fork, prompt('b', 9000), said('b', 9500), ...copied, said('a', -5)]);
    expect(turnsOf((await report(archive, ['agent'], { tools: true })).total)).toEqual([2, 300, 500, 500]);
    archive.close();
  });
});

describe('tools', () => {
  const call = (session: string, at: number, tool: string, status = 'ok', ms?: number): MeteredRecord => ({
    session,
    id: `${session}-call-${at}`,
    at: T + at,
    call: { tool, status },
    ...(ms !== undefined && { ms }),
  });
  const result = (session: string, of: number, at: number, ms?: number): MeteredRecord => ({
    session,
    id: `${session}-result-${at}`,
    at: T + at,
    resultOf: `${session}-call-${of}`,
    ...(ms !== undefined && { ms }),
  });

  it('are counted by how they ended and how long they took', async () => {
    const archive = await archived([
      call('a', 0, 'Bash'),
      result('a', 0, 400),
      call('a', 1000, 'Bash', 'error', 70),
      result('a', 1000, 5000),
      call('a', 6000, 'Bash', 'denied'),
      call('a', 7000, 'Read', 'timeout'),
      result('a', 7000, 7001, 30),
    ]);
    const { groups, total } = await report(archive, ['tool'], { tools: true });
    expect(groups.map(({ key, tools }) => [key[0], { ...tools }, tools.failureRate, tools.averageMs])).toEqual([
      ['Bash', { calls: 3, failed: 1, denied: 1, timed: 2, totalMs: 470, longestMs: 400 }, 0.5, 235],
      ['Read', { calls: 1, failed: 1, denied: 0, timed: 1, totalMs: 30, longestMs: 30 }, 1, 30],
    ]);
    expect(total.tools).toMatchObject({ calls: 4, failed: 2, medianMs: 70, p90Ms: 400 });
    archive.close();
  });

  it('of a fork count where they were called', async () => {
    const copied = [call('a', 0, 'Bash'), used('a', 0, 'gpt-5', [10])];
    const fork = copied.map((record) => ({ ...record, session: 'b' }));
    const archive = await archived([...fork, call('b', 9000, 'Read'), ...copied, { session: 'a', id: 'x', at: T - 5 }]);
    const { groups } = await report(archive, ['session', 'tool'], { tools: true });
    const calls = groups.filter(({ tools }) => tools.calls > 0).map(({ key, tools }) => [key[1], tools.calls]);
    expect(calls.sort()).toEqual([
      ['Bash', 1],
      ['Read', 1],
    ]);
    archive.close();
  });

  it('share what the responses that called them used', async () => {
    const archive = await archived([
      // Numbers before the calls.
      used('a', 0, 'gpt-5', [101, 9]),
      call('a', 1, 'Bash'),
      call('a', 2, 'Read'),
      result('a', 1, 3),
      result('a', 2, 4),
      // Numbers on the last call.
      call('a', 5, 'Read'),
      { ...call('a', 6, 'Read'), ...usage('r2', [50]) },
      result('a', 6, 7),
      // None at all.
      used('a', 8, 'gpt-5', [7]),
    ]);
    const { groups, total } = await report(archive, ['tool']);
    expect(Object.fromEntries(groups.map(({ key, own }) => [key[0], [own.input, own.output, own.responses]]))).toEqual({
      Bash: [51, 5, 1],
      Read: [50 + 50, 4, 1],
      null: [7, 0, 1],
    });
    expect(total.own).toMatchObject({ input: 158, responses: 3 });
    archive.close();
  });

  it('count totals as tokens, not as responses', async () => {
    const totals: MeteredRecord = { session: 'a', id: 't', at: T, scope: 'session', model: 'gpt-5', tokens: [500] };
    const archive = await archived([totals]);
    for (const by of ['tool', 'day'] as const) {
      expect((await report(archive, [by])).total.own).toMatchObject({ input: 500, responses: 0 });
    }
    archive.close();
  });

  const usage = (response: string, tokens: number[]) => ({ response, tokens, model: 'gpt-5' });
});
