/** A session piece by piece is the session as a whole. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adapters, loadPriceBook } from '@hansard/core';
import { goldenCases, hostOf } from '@hansard/core/testing/fixtures.ts';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { Archive } from '../archive.ts';
import { archivedTranscript } from '../sessions/read-archived.ts';
import { sync } from '../sync/sync.ts';
import { archivedSource } from './archived-source.ts';

const NOW = '2026-02-01T00:00:00.000Z';
const prices = await loadPriceBook();
let home: string;
let streamed = 0;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'hansard-source-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

it.each(goldenCases())('$agent: $name', async (golden) => {
  const host = hostOf(golden, { env: { HANSARD_HOME: home } });
  const archive = await Archive.open(host, adapters);
  try {
    await sync({ archive, adapters, host, now: NOW });
    for (const { id } of archive.sql.all('SELECT id FROM session')) {
      const source = await archivedSource(archive, host, id as number, { now: NOW, prices });
      if (!source) continue;
      streamed++;
      const { events, ...header } = await archivedTranscript(archive, host, id as number, { now: NOW, prices });
      expect(source.header).toEqual(header);
      expect([...source.events()]).toEqual(events);
      expect([...source.events()]).toEqual(events);
      source.close();
    }
    expect(readdirSync(home).filter((name) => name.endsWith('.spool'))).toEqual([]);
  } finally {
    archive.close();
  }
});

afterAll(() => expect(streamed).toBeGreaterThan(20));
