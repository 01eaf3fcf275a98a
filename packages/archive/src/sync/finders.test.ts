import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { adapterOf, adapters } from '@hansard/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Archive } from '../archive.ts';
import { createNodeHost } from '../host/node-host.ts';
import { watchFolder } from '../host/watch-folder.ts';
import { listSessions } from '../sqlite/sessions/session-rows.ts';
import { folderFinder } from './finders.ts';
import { type SyncSummary, sync } from './sync.ts';
import { watch } from './watch.ts';

const NOW = '2026-02-01T00:00:00.000Z';
const ID = '6f0c2a9e-0b1d-4c3e-8f7a-000000000001';
let home: string;
let archive: Archive;
const host = () => createNodeHost({ home: join(home, 'own'), env: { HANSARD_HOME: join(home, 'archive') } });
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'hansard-finders-'));
  archive = await Archive.open(host());
});
afterEach(() => {
  archive.close();
  rmSync(home, { recursive: true, force: true });
});

function write(path: string, text: string): string {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text, { flag: 'a' });
  return join(home, path);
}
const lines = (...records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
const prompt = (uuid: string, content: string) => ({
  parentUuid: null,
  isSidechain: false,
  type: 'user',
  uuid,
  cwd: '/w',
  version: '2.1.0',
  sessionId: ID,
  session_id: ID,
  timestamp: `2026-01-01T00:00:0${uuid}.000Z`,
  message: { role: 'user', content },
});
const HEADER = { hansard: 'wire', version: 1, agent: 'claude-code', dialect: 'control', session: ID, directory: '/w' };
const out = (msg: object, at = 1767225600000) => ({ at, dir: 'in', msg });
const shown = () =>
  listSessions(archive).map(({ agent, nativeId, events, origin }) => ({ agent, nativeId, events, origin }));

describe('wires of agents that Hansard runs', () => {
  it('are found, grow, and join the log of their session', async () => {
    write('archive/live/run-1/wire.jsonl', lines(HEADER, out(prompt('1', 'hello'))));
    write('archive/live/run-1/holder.log', 'nothing of use');
    await sync({ archive, adapters, host: host(), now: NOW });
    expect(shown()).toMatchObject([{ agent: 'claude-code', nativeId: ID }]);
    const before = listSessions(archive)[0]?.events as number;
    write('archive/live/run-1/wire.jsonl', lines(out(prompt('2', 'more'))));
    write(
      `own/.claude/projects/-w/${ID}.jsonl`,
      lines(prompt('1', 'hello'), prompt('2', 'more'), prompt('3', 'third')),
    );
    await sync({ archive, adapters, host: host(), now: NOW });
    expect(shown()).toMatchObject([{ nativeId: ID, events: before + 2 }]);
    const { agents } = await sync({ archive, adapters, host: host(), now: NOW });
    expect(agents.find(({ agent }) => agent === 'claude-code')?.files).toMatchObject({
      unchanged: 2,
      new: 0,
      grown: 0,
    });
  });

  it('of an agent that is left out are left alone', async () => {
    write('archive/live/run-1/wire.jsonl', lines(HEADER, out(prompt('1', 'hello'))));
    const others = adapters.filter(({ id }) => id !== 'claude-code');
    await sync({ archive, adapters: others, host: host(), now: NOW });
    expect(shown()).toEqual([]);
  });

  it('are watched', async () => {
    const summaries: SyncSummary[] = [];
    let told: () => void = () => {};
    const watching = await watch({
      archive,
      adapters: [adapterOf('claude-code') as never],
      host: host(),
      clock: () => NOW,
      watchFolder,
      synced: (summary) => {
        summaries.push(summary);
        told();
      },
    });
    try {
      const next = new Promise<void>((resolve) => {
        told = () => shown().length > 0 && resolve();
      });
      write('archive/live/run-1/wire.jsonl', lines(HEADER, out(prompt('1', 'hello'))));
      await next;
      const grown = new Promise<void>((resolve) => {
        told = () => (listSessions(archive)[0]?.messages ?? 0) > 1 && resolve();
      });
      write('archive/live/run-1/wire.jsonl', lines(out(prompt('2', 'more'))));
      await grown;
    } finally {
      await watching.close();
    }
  });
});

describe('further folders', () => {
  const finders = (name: string) => [folderFinder(adapters, join(home, name), 'box')];

  it('are homes of agents, with their origin', async () => {
    write(`other/.claude/projects/-w/${ID}.jsonl`, lines(prompt('1', 'hello')));
    await sync({ archive, adapters, host: host(), now: NOW, finders: finders('other') });
    expect(shown()).toEqual([{ agent: 'claude-code', nativeId: ID, events: 1, origin: 'box' }]);
  });

  it('or hold files of agents anywhere', async () => {
    write('dump/deep/down/log', lines(prompt('1', 'hello')));
    write('dump/readme.txt', 'not a session');
    const options = { archive, adapters, host: host(), now: NOW, finders: finders('dump') };
    expect((await sync(options)).problems).toEqual([]);
    expect(shown()).toMatchObject([{ nativeId: ID, origin: 'box' }]);
    write('dump/deep/down/log', lines(prompt('2', 'more')));
    await sync(options);
    expect(shown()).toMatchObject([{ events: 2 }]);
    expect((await sync(options)).agents.find(({ agent }) => agent === 'claude-code')?.files.unchanged).toBe(1);
  });

  it('that are absent have lost nothing; a file that is gone has', async () => {
    const path = write(`disk/.claude/projects/-w/${ID}.jsonl`, lines(prompt('1', 'hello')));
    const options = { archive, adapters, host: host(), now: NOW, finders: finders('disk') };
    await sync(options);
    renameSync(join(home, 'disk'), join(home, 'unplugged'));
    await sync(options);
    expect(listSessions(archive)[0]?.missingSince).toBeNull();
    renameSync(join(home, 'unplugged'), join(home, 'disk'));
    rmSync(path);
    await sync(options);
    expect(listSessions(archive)[0]?.missingSince).toBe(NOW);
  });
});
