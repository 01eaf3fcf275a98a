import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adapters, readFolder } from '@hansard/core';
import { parseQuery } from '@hansard/core/query/parse-query.ts';
import { goldenCases, HOME, hostOf, sha256 } from '@hansard/core/testing/fixtures.ts';
import { MemoryHost } from '@hansard/core/testing/memory-host.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Archive } from '../archive.ts';
import { erase, planErase } from '../maintenance/erase.ts';
import { rebuild } from '../maintenance/rebuild.ts';
import { sessionsMatching } from '../sqlite/search/session-filter.ts';
import { findSession } from '../sqlite/sessions/find-session.ts';
import { listSessions } from '../sqlite/sessions/session-rows.ts';
import { sync } from '../sync/sync.ts';
import { importFile } from './import-file.ts';

const NOW = '2026-02-01T00:00:00.000Z';
let home: string;
let archive: Archive;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'hansard-native-'));
});
afterEach(() => {
  archive.close();
  rmSync(home, { recursive: true, force: true });
});

/** What is told of each session, by what its agent calls it. */
async function sessionsOf(one: Archive) {
  const sessions = [];
  for (const { number, agent, nativeId, events, errors } of listSessions(one)) {
    const page = await one.events.page(number, 0, 1_000_000);
    const told = page.map(({ event: { native: _native, ...event } }) => event).sort((a, b) => (a.id < b.id ? -1 : 1));
    sessions.push({ agent, nativeId, events, errors, told });
  }
  return sessions.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

/** Two cases of each agent, without streams: their files, databases and side files lie in as many ways. */
const some = (
  await Promise.all(
    goldenCases().map(async (golden) => {
      // Captures lie in the archive's own folder, which is another one below.
      const host = hostOf(golden, { env: { HANSARD_HOME: '/nowhere' } });
      const { reads } = await readFolder(adapters, host, HOME);
      const located = new Set<string>();
      for (const adapter of adapters) for await (const { path } of adapter.locate(host)) located.add(path);
      return reads.length > 0 && reads.every(({ path }) => located.has(path ?? '')) ? [golden] : [];
    }),
  )
).flat();
const chosen = adapters.flatMap(({ id }) => some.filter(({ agent }) => agent === id).slice(0, 2));

describe('files of agents from elsewhere', () => {
  it.each(chosen)('$agent: $name tells what it would at home', async (golden) => {
    const there = hostOf(golden, { env: { HANSARD_HOME: join(home, 'a') } });
    archive = await Archive.open(there, adapters);
    await sync({ archive, adapters, host: there, now: NOW });
    const expected = await sessionsOf(archive);
    archive.close();
    const here = hostOf(golden, { env: { HANSARD_HOME: join(home, 'b') }, home: '/elsewhere' });
    archive = await Archive.open(here);
    const imported = await importFile({ archive, host: here, now: NOW, origin: 'box' }, HOME);
    expect(imported?.sessions.map(({ outcome }) => outcome)).toEqual(expected.map(() => 'new'));
    expect(await sessionsOf(archive)).toEqual(expected);
    await sync({ archive, adapters, host: here, now: NOW });
    expect(listSessions(archive).map(({ missingSince, imported: is }) => [missingSince, is])).toEqual(
      expected.map(() => [null, true]),
    );
    here.files.clear();
    await rebuild(archive, { host: here, adapters, now: NOW });
    expect(await sessionsOf(archive)).toEqual(expected);
  });
});

const ID = '6f0c2a9e-0b1d-4c3e-8f7a-000000000001';
const line = (uuid: string, text: string, session = ID) =>
  `${JSON.stringify({
    parentUuid: null,
    isSidechain: false,
    type: 'user',
    message: { role: 'user', content: text },
    uuid,
    timestamp: `2026-01-01T00:00:0${uuid}.000Z`,
    cwd: '/work',
    sessionId: session,
    version: '2.1.0',
  })}\n`;

describe('one log', () => {
  const PATH = '/dump/log.jsonl';
  const open = async (files: Record<string, string>) => {
    const host = new MemoryHost(files, { env: { HANSARD_HOME: home }, digest: sha256 });
    archive = await Archive.open(host);
    const bring = async (text: string, origin?: string) => {
      host.files.set(PATH, Buffer.from(text));
      return importFile({ archive, host, now: NOW, origin }, PATH);
    };
    return { host, bring };
  };
  const texts = async () => {
    const [session] = listSessions(archive);
    const page = await archive.events.page(session?.number as number, 0, 100);
    return page.map(({ event }) => [event.text, event.withdrawn !== undefined]);
  };

  it('goes on where it was, and says what became of its session', async () => {
    const { bring } = await open({});
    expect(await bring(line('1', 'one'))).toMatchObject({
      format: 'claude-code/session-log',
      sessions: [{ agent: 'claude-code', outcome: 'new', events: 1 }],
    });
    expect((await bring(line('1', 'one') + line('2', 'two')))?.sessions).toMatchObject([
      { outcome: 'more', events: 2 },
    ]);
    expect((await bring(line('1', 'one') + line('2', 'two')))?.sessions).toMatchObject([{ outcome: 'same' }]);
    expect(archive.sql.all('SELECT count(*) AS n FROM input')).toEqual([{ n: 1 }]);
  });

  it('takes nothing back for being an older copy, or another one', async () => {
    const { bring } = await open({});
    await bring(line('1', 'one') + line('2', 'two') + line('3', 'three'));
    await bring(line('1', 'one'));
    await bring(line('1', 'one') + line('3', 'three'));
    expect(await texts()).toEqual([
      ['one', false],
      ['two', false],
      ['three', false],
    ]);
  });

  it('is another session under a name that was used before', async () => {
    const { bring } = await open({});
    const OTHER = ID.replace('1', '2');
    await bring(line('1', 'one'));
    expect((await bring(line('1', 'other', OTHER)))?.sessions).toMatchObject([{ outcome: 'new', events: 1 }]);
    expect(listSessions(archive)).toHaveLength(2);
  });

  it('is found by its origin, and stays erased', async () => {
    const { bring, host } = await open({});
    await bring(line('1', 'one'), 'laptop');
    const at = { now: Date.parse(NOW), timezone: 'UTC' };
    const named = (text: string) => listSessions(archive, sessionsMatching(archive.sql, parseQuery(text, at)));
    expect([named('origin:laptop').length, named('origin:LAP*').length, named('-origin:laptop').length]).toEqual([
      1, 1, 0,
    ]);
    const session = findSession(archive, ID);
    await erase(archive, await planErase(archive, { host, adapters }, [session]), { now: NOW });
    expect(await bring(line('1', 'one') + line('2', 'two'), 'laptop')).toMatchObject({ sessions: [], erased: 1 });
  });

  it('that sync keeps is not kept twice', async () => {
    const own = `/home/.claude/projects/-work/${ID}.jsonl`;
    const host = new MemoryHost(
      { [own]: line('1', 'one') },
      { env: { HANSARD_HOME: home }, home: '/home', digest: sha256 },
    );
    archive = await Archive.open(host);
    await sync({ archive, adapters, host, now: NOW });
    expect((await importFile({ archive, host, now: NOW, origin: 'me' }, own))?.sessions).toMatchObject([
      { outcome: 'here' },
    ]);
    expect(archive.sql.all('SELECT count(*) AS n FROM input')).toEqual([{ n: 1 }]);
  });
});
