/** What is exported over HTTP is what the command exports, whether the session is held or kept aside. */
import { readdirSync } from 'node:fs';
import { Ledger } from '@hansard/archive';
import type { ParquetEncoder } from '@hansard/core/formats/contract.ts';
import { formats } from '@hansard/core/formats/index.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestServer } from '../testing/test-server.ts';

const CASE = 'codex/basic';
/** Parquet in name alone: what the real encoder writes is tested where it is. */
const encoder = (columns: readonly { readonly name: string }[]): ParquetEncoder => ({
  write: (rows) => Buffer.from(`${columns.length} columns, ${rows.length} rows\n`),
  finish: () => Buffer.from('end\n'),
});

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ cases: [CASE], parquet: async () => encoder });
});
afterAll(() => server.stop());

/** From so many bytes on, sessions are kept aside. */
const keepAsideFrom = (long: number) => Object.assign(server.running.app, { long });

async function exported(to: string): Promise<string> {
  const { sessions } = await server.json('/v1/sessions');
  const response = await server.fetch(`/v1/sessions/${sessions[0].id}/export?to=${to}`);
  expect([to, response.status]).toEqual([to, 200]);
  const text = Buffer.from(await response.arrayBuffer()).toString('latin1');
  // The time of the export, and what is made from it.
  return text
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, 'TIME')
    .replaceAll(/"content_hash":"[0-9a-f]+"/g, 'HASH');
}

const spools = () => readdirSync(server.archive.home).filter((file) => file.endsWith('.spool'));

it('writes every format, and the same for a session that is kept aside', async () => {
  const { formats: offered } = await server.json('/v1/formats');
  expect(offered.map(({ id }: { id: string }) => id)).toEqual(formats.map(({ id }) => id));
  const differ = [];
  for (const { id } of offered) {
    keepAsideFrom(1e9);
    const whole = await exported(id);
    keepAsideFrom(0);
    expect(whole.length).toBeGreaterThan(100);
    if ((await exported(id)) !== whole) differ.push(id);
  }
  expect(differ).toEqual([]);
  const entries = new Ledger(server.archive.sql).entries();
  expect(entries).toHaveLength(2 * offered.length);
  for (const { hash } of entries) expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(spools()).toEqual([]);
});

it('sends Parquet as an archive of its tables', async () => {
  const text = await exported('parquet');
  expect(text).toMatch(/^sessions\/agent=[^\0]*\.parquet\0/);
  expect(text).toMatch(/events\/agent=[^\0]*\.parquet\0/);
  expect(text).toMatch(/\d+ columns, 1 rows\nend\n/);
  expect(text.length % 512).toBe(0);
});

it('keeps nothing aside for a reader that went away', async () => {
  const { sessions } = await server.json('/v1/sessions');
  const abort = new AbortController();
  const response = await server.fetch(`/v1/sessions/${sessions[0].id}/export?to=universal`, { signal: abort.signal });
  await response.body?.getReader().read();
  abort.abort();
  expect((await exported('markdown')).length).toBeGreaterThan(100);
  expect(spools()).toEqual([]);
  expect(server.reported).toEqual([]);
});

it('does not offer Parquet where nothing can write it', async () => {
  Object.assign(server.running.app, { parquet: undefined });
  const { formats: offered } = await server.json('/v1/formats');
  expect(offered.map(({ id }: { id: string }) => id)).not.toContain('parquet');
  const { sessions } = await server.json('/v1/sessions');
  expect((await server.fetch(`/v1/sessions/${sessions[0].id}/export?to=parquet`)).status).toBe(400);
});
