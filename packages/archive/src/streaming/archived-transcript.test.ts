import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adapters, type Event, readFolder } from '@hansard/core';
import { assembleApart } from '@hansard/core/testing/assemble-apart.ts';
import { goldenCases, HOME, hostOf, inputFiles } from '@hansard/core/testing/fixtures.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Archive } from '../archive.ts';
import { sync } from '../sync/sync.ts';
import { archivedTranscript } from './archived-source.ts';

const NOW = '2026-01-01T00:00:00.000Z';
let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'hansard-archived-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

async function archivedAll(archive: Archive, host: ReturnType<typeof hostOf>) {
  const ids = archive.sql.all('SELECT id FROM session ORDER BY id').map(({ id }) => id as number);
  return Promise.all(ids.map((id) => archivedTranscript(archive, host, id, { now: NOW })));
}

/** A last record that may still be completed gets its number when it is. */
const isCutOff = ({ type, error }: Event) => type === 'unparsed' && error?.code === 'truncated';

/** Sessions that the agents' own folders hold; recorded streams lie elsewhere. */
const synced = goldenCases().filter(({ name }) => !/stream|live|wire|exec|control|app-server|partial/.test(name));

describe.each(synced)('$agent: $name', (golden) => {
  it('is the same document from the archive, when nothing of it is left', async () => {
    const host = hostOf(golden, { env: { HANSARD_HOME: home } });
    const archive = await Archive.open(host, adapters);
    try {
      await sync({ archive, adapters, host, now: NOW });
      const { reads } = await readFolder(adapters, host, HOME);
      const direct = assembleApart(reads, { now: NOW, digest: host.digest });
      host.files.clear();
      for (const { session, events } of await archivedAll(archive, host)) {
        const same = direct.find((one) => one.session.nativeId === session.nativeId);
        const numbered = events.filter((event) => !isCutOff(event));
        const numbers = numbered.map(({ logSeq }) => logSeq as number).sort((a, b) => a - b);
        expect(numbers).toEqual(numbers.map((_, i) => i + 1));
        expect(events.map(({ logSeq: _logSeq, ...event }) => event)).toEqual(same?.events);
      }
    } finally {
      archive.close();
    }
  });
});

describe('a subagent’s file that turns up later', () => {
  it('changes no id, sourceSeq or logSeq', async () => {
    const golden = goldenCases().find(({ name, agent }) => name === 'subagents' && agent.startsWith('claude'));
    if (!golden) throw new Error('the case is gone');
    const all = inputFiles(golden);
    const late = Object.keys(all).filter((path) => path.includes('/subagents/'));
    expect(late.length).toBeGreaterThan(0);
    const host = hostOf(golden, { env: { HANSARD_HOME: home } });
    for (const path of late) host.files.delete(path);
    const archive = await Archive.open(host, adapters);
    try {
      await sync({ archive, adapters, host, now: NOW });
      const before = (await archivedAll(archive, host))[0]?.events ?? [];
      for (const path of late) host.files.set(path, all[path] as Uint8Array);
      await sync({ archive, adapters, host, now: NOW });
      const after = (await archivedAll(archive, host))[0]?.events ?? [];
      expect(after.length).toBeGreaterThan(before.length);
      const numbers = (events: typeof before) =>
        new Map(events.map(({ id, source, sourceSeq, logSeq }) => [id, { source, sourceSeq, logSeq }]));
      const now = numbers(after);
      for (const [id, place] of numbers(before)) expect(now.get(id)).toEqual(place);
    } finally {
      archive.close();
    }
  });
});
