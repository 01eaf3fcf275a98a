/** A session piece by piece is the session as a whole. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adapters, loadPriceBook } from '@hansard/core';
import { goldenCases, hostOf } from '@hansard/core/testing/fixtures.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Archive } from '../archive.ts';
import { createNodeHost } from '../host/node-host.ts';
import { sync } from '../sync/sync.ts';
import { archivedSource, archivedTranscript } from './archived-source.ts';

const NOW = '2026-02-01T00:00:00.000Z';
const prices = await loadPriceBook();
let home: string;
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
      const source = await archivedSource(archive, host, id as number, { now: NOW, prices, long: 0 });
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

it('has what was rewritten, withdrawn or cut off, and what two inputs tell', async () => {
  const folder = join(home, '.claude', 'projects', '-app');
  mkdirSync(folder, { recursive: true });
  const said = (from: number, to: number, words = 'said') =>
    Array.from({ length: to - from }, (_, n) => `${JSON.stringify(message(from + n, words))}\n`).join('');
  const host = createNodeHost({ home, env: { HANSARD_HOME: join(home, 'archive') } });
  const archive = await Archive.open(host, adapters);
  try {
    writeFileSync(join(folder, 's1.jsonl'), said(0, 20));
    await sync({ archive, adapters, host, now: NOW });
    // The agent wrote its log anew: some events are gone, some are others, and the last is not all there yet.
    writeFileSync(join(folder, 's1.jsonl'), `${said(0, 5, 'again')}${said(12, 24)}{"type":"user","uuid":"cut`);
    writeFileSync(join(folder, 'copy.jsonl'), said(2, 4) + said(30, 34));
    await sync({ archive, adapters, host, now: NOW });
    const source = await archivedSource(archive, host, 1, { now: NOW, prices, long: 0 });
    const { events, ...header } = await archivedTranscript(archive, host, 1, { now: NOW, prices });
    expect(events.filter(({ withdrawn }) => withdrawn).length).toBeGreaterThan(5);
    expect(header.session.inputs).toHaveLength(2);
    expect(source?.header).toEqual(header);
    expect([...(source?.events() ?? [])]).toEqual(events);
    source?.close();
  } finally {
    archive.close();
  }
});

function message(n: number, words: string) {
  const timestamp = new Date(Date.UTC(2026, 2, 1) + n * 1000).toISOString();
  const common = { uuid: `u${n}`, sessionId: 's1', timestamp, cwd: '/app', version: '2.0.0' };
  return { type: 'user', ...common, message: { role: 'user', content: `${words} ${n}` } };
}
