import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adapters, loadPriceBook } from '@hansard/core';
import { readNumbers } from '@hansard/core/numbers/report.ts';
import { goldenCases, hostOf } from '@hansard/core/testing/fixtures.ts';
import { toMicroUsd } from '@hansard/core/usage/rates.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Archive } from '../../archive.ts';
import { sync } from '../../sync/sync.ts';
import { query } from './query.ts';
import { VIEWS } from './views.ts';

let home: string;
let archive: Archive;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'hansard-query-'));
  const golden = goldenCases().find(({ name }) => name === 'subagents');
  if (!golden) throw new Error('the case is gone');
  const host = hostOf(golden, { env: { HANSARD_HOME: home } });
  archive = await Archive.open(host, adapters);
  await sync({ archive, adapters, host, now: '2026-01-01T00:00:00.000Z' });
});
afterEach(() => {
  archive.close();
  rmSync(home, { recursive: true, force: true });
});

async function ask(sql: string) {
  const { rows, close } = await query(archive, sql);
  try {
    return [...rows].map((row) => ({ ...row }));
  } finally {
    close();
  }
}

describe('a query', () => {
  it.each(VIEWS)('can ask every column of $name', async ({ name, columns }) => {
    const result = await query(archive, `SELECT * FROM ${name}`);
    expect(result.columns).toEqual(columns.map((column) => column.name));
    expect([...result.rows]).not.toContain(undefined);
    result.close();
  });

  it('gives the numbers that the session has', async () => {
    const [session] = await ask('SELECT events, tool_calls FROM sessions');
    const [counted] = await ask("SELECT count(*) AS events, sum(type = 'tool_call') AS tool_calls FROM events");
    expect(counted).toEqual(session);
  });

  it('gives tokens and cost as a report does', async () => {
    const prices = await loadPriceBook();
    const { groups } = await readNumbers(archive.store, { by: ['session'], timezone: 'UTC', prices });
    const [session] = await ask('SELECT * FROM sessions');
    const [own] = groups.map((group) => group.own);
    expect(groups).toHaveLength(1);
    expect(session).toMatchObject({
      input_tokens: own?.input,
      output_tokens: own?.output,
      cache_read_tokens: own?.tokens.cacheRead,
      cost_usd: toMicroUsd(own?.pico ?? 0n) / 1e6,
    });
    expect(session?.['cost_usd']).toBeGreaterThan(0);
    expect(await ask('SELECT title FROM sessions WHERE cost_usd > 1000')).toEqual([]);
  });

  it('may end with a semicolon and a comment', async () => {
    expect(await ask('-- one\nSELECT 1 AS a /* two */; /* three */ ; -- four')).toEqual([{ a: 1 }]);
    expect(await ask("SELECT ';SELECT' AS a")).toEqual([{ a: ';SELECT' }]);
  });

  it('keeps columns of the same name apart, in the order that was asked for', async () => {
    const result = await query(archive, 'SELECT 1 AS a, 2 AS a, 3 AS b UNION SELECT 0, 9, 9 ORDER BY 2 DESC; -- done');
    const [first, second] = result.columns as [string, string];
    expect([...result.rows].map((row) => [row[first], row[second], row['b']])).toEqual([
      [0, 9, 9],
      [1, 2, 3],
    ]);
    result.close();
  });

  it('gives large integers exactly', async () => {
    expect(await ask('SELECT 9007199254740993 AS large, 7 AS small')).toEqual([{ large: 9007199254740993n, small: 7 }]);
    vi.spyOn(archive.events, 'hasReadLater').mockReturnValue(true);
    expect(await ask('SELECT 9007199254740992 * 2 AS large')).toEqual([{ large: 18014398509481984n }]);
  });

  it('reads text and whole events back', async () => {
    const events = await ask("SELECT event_id, text, json FROM events WHERE type = 'user_message'");
    expect(events.length).toBeGreaterThan(0);
    for (const { event_id: id, text, json } of events) expect(JSON.parse(json as string)).toMatchObject({ id, text });
  });

  it.each([
    'DELETE FROM event',
    'PRAGMA writable_schema = 1',
    "ATTACH '/tmp/x' AS x",
    'WITH x AS (SELECT 1) DELETE FROM event',
    'CREATE TABLE t (a)',
    'SELECT * FROM nowhere',
    'SELECT (',
    'SELECT 1; SELECT 2',
    'SELECT 1; DELETE FROM event',
    'SELECT 1; -- first\nSELECT 2',
    '',
  ])('that does more than read, or is not valid, is refused: %s', async (sql) => {
    const asked = async () => ask(sql);
    await expect(asked()).rejects.toMatchObject({ code: 'bad-sql' });
    expect(archive.sizes().events).toBeGreaterThan(0);
  });
});
