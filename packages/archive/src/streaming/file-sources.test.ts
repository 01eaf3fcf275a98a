/** A file piece by piece gives the sessions that it gives as a whole. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adapters, assemble, loadPriceBook, readSession } from '@hansard/core';
import { goldenCases, hostOf } from '@hansard/core/testing/fixtures.ts';
import { afterAll, expect, it } from 'vitest';
import { fileSources } from './file-sources.ts';

const NOW = '2026-02-01T00:00:00.000Z';
const prices = await loadPriceBook();
const folder = mkdtempSync(join(tmpdir(), 'hansard-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(goldenCases())('$agent: $name', async (golden) => {
  const host = hostOf(golden);
  const adapter = adapters.filter(({ id }) => id === golden.agent);
  const paths = new Set<string>();
  for await (const { path, role } of adapter[0]?.locate(host) ?? []) if (role === 'session') paths.add(path);
  for (const path of paths) {
    const { reads } = await readSession(adapter, host, path);
    const whole = assemble(reads, { now: NOW, digest: host.digest, prices });
    const pieces = [];
    for await (const source of (await fileSources(adapter, host, path, { now: NOW, prices, folder, long: 0 })) ?? []) {
      pieces.push({ ...source.header, events: [...source.events()] });
    }
    expect(pieces).toEqual(whole);
  }
  expect(readdirSync(folder)).toEqual([]);
});

it('leaves small files and those of nobody to others', async () => {
  const [golden] = goldenCases();
  if (!golden) throw new Error('there is no golden case');
  const host = hostOf(golden);
  const options = { now: NOW, folder, long: 1e9 };
  for await (const { path } of adapters.find(({ id }) => id === golden.agent)?.locate(host) ?? []) {
    expect(await fileSources(adapters, host, path, options)).toBeUndefined();
    expect(await fileSources([], host, path, { ...options, long: 0 })).toBeUndefined();
  }
});
