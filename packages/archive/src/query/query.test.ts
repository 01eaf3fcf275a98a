import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adapters } from '@hansard/core';
import { goldenCases, hostOf } from '@hansard/core/testing/fixtures.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Archive } from '../archive.ts';
import { sync } from '../sync/sync.ts';
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
    '',
  ])('that does more than read, or is not valid, is refused: %s', async (sql) => {
    const asked = async () => ask(sql);
    await expect(asked()).rejects.toMatchObject({ code: 'bad-sql' });
    expect(archive.sizes().events).toBeGreaterThan(0);
  });
});
