/** Tokens read alone are those of the archive, whatever the agent, and the lines that are passed over say nothing of them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adapters, loadPriceBook, type UsageRecords } from '@hansard/core';
import { readBlocks } from '@hansard/core/numbers/read-blocks.ts';
import { type NumbersStore, readNumbers } from '@hansard/core/numbers/report.ts';
import { parseQuery } from '@hansard/core/query/parse-query.ts';
import { goldenCases, hostOf } from '@hansard/core/testing/fixtures.ts';
import { describe, expect, it } from 'vitest';
import { Archive } from '../archive.ts';
import { sync } from '../sync/sync.ts';
import { UsageLines } from './usage-lines.ts';
import { withUsageAlone } from './with-usage-alone.ts';

const NOW = '2027-01-01T00:00:00.000Z';
const prices = await loadPriceBook();

async function told(store: NumbersStore) {
  const { groups } = await readNumbers(store, { by: ['day', 'model', 'agent', 'project'], timezone: 'UTC', prices });
  const rows = groups.map(({ key, own, inherited }) => [key, own.tokens, own.responses, own.pico, inherited.tokens]);
  return rows.sort((a, b) => (JSON.stringify(a[0]) < JSON.stringify(b[0]) ? -1 : 1));
}

describe('tokens read alone are those of the archive', () => {
  it.each(goldenCases().map((golden) => [golden.agent, golden.name, golden] as const))(
    '%s, %s',
    async (_a, _n, golden) => {
      const home = mkdtempSync(join(tmpdir(), 'hansard-alone-'));
      const host = hostOf(golden, { env: { HANSARD_HOME: home } });
      const archive = await Archive.open(host, adapters);
      try {
        await sync({ archive, adapters, host, now: NOW });
        const whole = await told(archive.store);
        expect(await withUsageAlone({ host, adapters, now: NOW }, told)).toEqual(whole);
        expect(await withUsageAlone({ host, adapters, now: NOW, responses: true }, told)).toEqual(whole);
      } finally {
        archive.close();
        rmSync(home, { recursive: true, force: true });
      }
    },
  );
});

describe('windows of use read alone are those of the archive', () => {
  const chosen = parseQuery('model:sonnet', { now: Date.parse(NOW), timezone: 'UTC' });
  /** Codex tells tokens some milliseconds after the answer that they are of, and the answer itself is passed over. */
  const second = (time: number): number => Math.floor(time / 1000);
  const ask = async ({ numbers }: NumbersStore) => {
    const blocks = async (query?: typeof chosen) =>
      (await readBlocks(numbers, { prices, now: Date.parse(NOW), query })).map(({ spent, models, ...block }) => [
        { ...block, first: second(block.first), last: second(block.last) },
        models,
        [spent.tokens, spent.responses, spent.pico, spent.largest],
      ]);
    // What filters choose does not change what is asked for without them afterwards.
    return [await blocks(), await blocks(chosen), await blocks()];
  };

  it.each(goldenCases().map((golden) => [golden.agent, golden.name, golden] as const))(
    '%s, %s',
    async (_a, _n, golden) => {
      const home = mkdtempSync(join(tmpdir(), 'hansard-alone-'));
      const host = hostOf(golden, { env: { HANSARD_HOME: home } });
      const archive = await Archive.open(host, adapters);
      try {
        await sync({ archive, adapters, host, now: NOW });
        expect(await withUsageAlone({ host, adapters, now: NOW, responses: true }, ask)).toEqual(
          await ask(archive.store),
        );
      } finally {
        archive.close();
        rmSync(home, { recursive: true, force: true });
      }
    },
  );
});

describe('lines that tell of tokens', () => {
  const lines = Array.from({ length: 300 }, (_, n) =>
    n % 7 === 3 ? `{"n":${n},"usage":{}}` : `{"out":"${'x'.repeat(n)}"}`,
  );
  const text = `${lines.join('\n')}\n{"usage":`;
  const given = (records: UsageRecords, size: number): string => {
    const reader = new UsageLines(records);
    let found = '';
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) {
      for (const line of reader.push(bytes.subarray(at, at + size))) found += Buffer.from(line).toString();
    }
    return found + Buffer.from(reader.rest()).toString();
  };
  const wanted = `${lines.filter((line, n) => n < 40 || line.includes('usage')).join('\n')}\n{"usage":`;

  it('are given without what is not needed of them', () => {
    const long = `{"message":{"content":[{"text":"${'y'.repeat(3000)} ],\\"stop_reason\\": "}],"stop_reason":null,"usage":{}}}`;
    const reader = new UsageLines({ mark: '"usage":', hollow: ['"content":[', '],"stop_reason":'] });
    const bytes = Buffer.from(`${'{}\n'.repeat(40)}${long}\n`);
    const last = [...reader.push(bytes)].at(-1) ?? new Uint8Array();
    expect(JSON.parse(Buffer.from(last).toString())).toEqual({
      message: { content: [], stop_reason: null, usage: {} },
    });
  });

  it.each([1, 7, 100, 4096, 1 << 20])('are found in chunks of %i bytes', (size) => {
    expect(given({ mark: '"usage":' }, size)).toBe(wanted);
    expect(given({ skips: /^\{"out":/ }, size)).toBe(wanted);
  });
});
