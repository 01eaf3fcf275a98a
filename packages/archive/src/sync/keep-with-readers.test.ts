/** What workers read is what this thread would have read, whatever becomes of the workers. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Adapter, adapters, type Host } from '@hansard/core';
import { goldenCases, hostOf, sha256 } from '@hansard/core/testing/fixtures.ts';
import { MemoryHost } from '@hansard/core/testing/memory-host.ts';
import { plainAdapter } from '@hansard/core/testing/reads.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readers } from '../adapters/readers.ts';
import { Archive } from '../archive.ts';
import type { FromReader, ToReader } from '../readers/protocol.ts';
import { InputReader } from '../readers/read-inputs.ts';
import { ReaderCrew, type ReaderThread } from '../readers/reader-crew.ts';
import { snapshotOf } from '../sqlite/maintenance/input-snapshot.ts';
import { listSessions } from '../sqlite/sessions/session-rows.ts';
import { exclusionsOf } from './exclusions.ts';
import { sync } from './sync.ts';

const NOW = '2026-01-01T00:00:00.000Z';
const MIB = 1024 * 1024;
let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'hansard-readers-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** A worker in this thread: what is said is copied, as between threads. Dies when it would say the nth thing. */
function threadOf(host: Host, from: readonly Adapter[], diesAt = Number.POSITIVE_INFINITY): ReaderThread {
  let said = 0;
  let heard: (message: FromReader) => void = () => {};
  let lost = () => {};
  const say = (message: FromReader) => {
    if (++said === diesAt) setImmediate(lost);
    if (said < diesAt) setImmediate(heard, structuredClone(message));
  };
  const reader = new InputReader(host, from, say);
  return {
    post: (message: ToReader) => setImmediate(() => reader.hear(structuredClone(message))),
    listen: (hear, lose) => {
      [heard, lost] = [hear, lose];
      // At once: nothing is read here before.
      hear({ ready: true });
    },
    close: () => {},
  };
}

async function synced<T>(
  host: Host,
  agents: readonly Adapter[],
  options: { readonly crew?: () => ReaderCrew; readonly exclude?: string },
  ask: (archive: Archive, summary: Awaited<ReturnType<typeof sync>>) => T,
): Promise<T> {
  const archive = await Archive.open(host, agents);
  const exclusions = exclusionsOf(host, options.exclude ? [options.exclude] : []);
  try {
    const summary = await sync({ archive, adapters: agents, host, now: NOW, exclusions, readers: options.crew });
    return ask(archive, summary);
  } finally {
    archive.close();
  }
}

/** All that is known, by the paths of the inputs: numbers differ by the order in which they were read. */
function known(archive: Archive) {
  const sessions = listSessions(archive).map(({ id: _i, number: _n, ...rest }) => rest);
  const inputs = [...archive.originals.knownFiles().keys()].sort().map((path) => {
    const row = archive.originals.input(path);
    if (!row) return path;
    const { events, ...rest } = snapshotOf(archive.sql, row.id);
    const versions = archive.originals
      .versions(row.id)
      .map((version) => Buffer.concat([...archive.originals.read(version)]));
    return { path, rest, events: [...events.values()], bytes: versions.map((bytes) => sha256(bytes)) };
  });
  const lines = archive.sql.all('SELECT kind, hex(lines) AS lines FROM written ORDER BY kind, lines');
  const times = archive.sql.all('SELECT ms FROM tool_time ORDER BY ms');
  return { sessions: sessions.sort((a, b) => (String(a.path) < String(b.path) ? -1 : 1)), inputs, lines, times };
}

it.each(goldenCases())('$agent: $name is kept as without workers', async (golden) => {
  const place = (name: string) => hostOf(golden, { env: { HANSARD_HOME: join(home, name) } });
  const [alone, host] = [place('alone'), place('with')];
  const crew = () => new ReaderCrew([threadOf(host, readers), threadOf(host, readers)]);
  expect(await synced(host, adapters, { crew }, known)).toEqual(await synced(alone, adapters, {}, known));
});

it('leaves out what is excluded', async () => {
  const golden = goldenCases().find(({ agent }) => agent === 'claude-code');
  if (!golden) throw new Error('there are cases');
  const place = (name: string) => hostOf(golden, { env: { HANSARD_HOME: join(home, name) } });
  const [alone, host] = [place('alone'), place('with')];
  const crew = () => new ReaderCrew([threadOf(host, readers)]);
  const exclude = '/**';
  const ask = (archive: Archive) => ({ ...known(archive), files: [...archive.originals.knownFiles()] });
  const without = await synced(alone, adapters, { exclude }, ask);
  expect(await synced(host, adapters, { crew, exclude }, ask)).toEqual(without);
  expect(without.sessions).toEqual([]);
});

describe('of many inputs', () => {
  const FOLDER = '/home/dev/.plain/sessions';
  const adapter: Adapter = {
    ...plainAdapter,
    async *locate(machine) {
      for (const { path } of await machine.list(FOLDER)) yield { path, kind: 'log', role: 'session' };
    },
    inputsOf: async (_machine, path) => [{ path, kind: 'log', role: 'session' }],
  };
  const line = (text: string) => `${JSON.stringify({ text })}\n`;
  const files = {
    ...Object.fromEntries(
      Array.from({ length: 12 }, (_, n) => [`${FOLDER}/${n}.jsonl`, line(`session ${n}`).repeat(n + 1)]),
    ),
    // Several pieces, and more than a worker may be ahead.
    [`${FOLDER}/long.jsonl`]: line('x'.repeat(MIB)).repeat(40),
  };
  const machine = (name: string, more = {}) =>
    new MemoryHost({ ...files, ...more }, { digest: sha256, env: { HANSARD_HOME: join(home, name) } });
  const complete = (archive: Archive) => {
    const { sessions, inputs } = known(archive);
    return { sessions, inputs };
  };

  it('goes on alone whenever its workers die', async () => {
    // Several pieces are enough here.
    const shorter = { [`${FOLDER}/long.jsonl`]: line('x'.repeat(MIB)).repeat(10) };
    const whole = await synced(machine('alone', shorter), [adapter], {}, complete);
    for (const diesAt of [2, 3, 5, 9, 14]) {
      const host = machine(`dies at ${diesAt}`, shorter);
      const crew = () => new ReaderCrew([threadOf(host, [adapter], diesAt)]);
      expect(await synced(host, [adapter], { crew }, complete)).toEqual(whole);
    }
  });

  it('tells what could not be read', async () => {
    const host = machine('with');
    const broken: Host = Object.assign(Object.create(host), {
      read: (path: string, start?: number, end?: number) => {
        if (path.endsWith('/3.jsonl')) throw new Error('it is locked');
        return host.read(path, start, end);
      },
    });
    const crew = () => new ReaderCrew([threadOf(broken, [adapter]), threadOf(broken, [adapter])]);
    const { problems, agents } = await synced(host, [adapter], { crew }, (_archive, summary) => summary);
    // Small ones may have been read here, where nothing is locked.
    expect(problems.every(({ message }) => message === 'it is locked')).toBe(true);
    expect((agents[0]?.files.new ?? 0) + problems.length).toBe(13);
  });

  it('is not ahead by more than a part of what a worker may hold', async () => {
    const host = machine('with');
    let [ahead, most] = [0, 0];
    const reader = new InputReader(host, [adapter], (message) => {
      if ('piece' in message) ahead += message.bytes;
      most = Math.max(most, ahead);
    });
    const path = `${FOLDER}/long.jsonl`;
    const file = await host.stat(path);
    if (!file) throw new Error('it is there');
    reader.hear({ read: 0, agent: adapter.id, located: { path, kind: 'log', role: 'session' }, file });
    for (let n = 0; n < 200 && most < file.bytes; n++) await new Promise((resolve) => setImmediate(resolve));
    expect(most).toBeGreaterThanOrEqual(32 * MIB);
    expect(most).toBeLessThan(file.bytes);
    reader.hear({ taken: most });
  });
});
