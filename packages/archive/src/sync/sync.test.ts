import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Adapter, Host, LocatedInput } from '@hansard/core';
import { sha256 } from '@hansard/core/testing/fixtures.ts';
import { MemoryHost } from '@hansard/core/testing/memory-host.ts';
import { plainLog } from '@hansard/core/testing/plain-log.ts';
import { plainAdapter } from '@hansard/core/testing/reads.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Archive } from '../archive.ts';
import { archivedHost } from '../host/archived-host.ts';
import { sync } from './sync.ts';

const FOLDER = '/home/dev/.plain/sessions';
let home: string;
let archive: Archive;
let files: Map<string, Uint8Array>;
let host: Host & { opened: string[] };

/** Sessions are `*.jsonl` in its folder, spilled output lies in `<session>.d/`. */
const adapter: Adapter = {
  ...plainAdapter,
  async *locate(machine) {
    for (const { path, folder } of await machine.list(FOLDER)) {
      if (!folder) yield { path, kind: 'log', role: 'session' };
    }
  },
  inputsOf: async (machine, path) => {
    const beside = await machine.list(`${path}.d`);
    const sides = beside.map((entry): LocatedInput => ({ path: entry.path, kind: 'side', role: 'side' }));
    return [{ path, kind: 'log', role: 'session' }, ...sides];
  },
};

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'hansard-sync-'));
  const memory = new MemoryHost(
    {
      [`${FOLDER}/a.jsonl`]: '{"text":"a"}\n',
      [`${FOLDER}/a.jsonl.d/out.txt`]: 'spilled',
      [`${FOLDER}/b.jsonl`]: '{"text":"b"}\n',
    },
    { digest: sha256, env: { HANSARD_HOME: home } },
  );
  files = memory.files;
  host = watched(memory);
  archive = await Archive.open(host, [adapter]);
});

/** The same machine, and which files were opened on it. */
function watched(memory: MemoryHost): typeof host {
  const opened: string[] = [];
  return {
    platform: memory.platform,
    home: memory.home,
    env: memory.env,
    opened,
    join: (...parts) => memory.join(...parts),
    dirname: (path) => memory.dirname(path),
    basename: (path) => memory.basename(path),
    list: (folder) => memory.list(folder),
    stat: (path) => memory.stat(path),
    database: (path) => memory.database(path),
    digest: sha256,
    read: (path, start, end) => {
      opened.push(path);
      return memory.read(path, start, end);
    },
  };
}

afterEach(() => {
  archive.close();
  rmSync(home, { recursive: true, force: true });
});

const run = async (now = '2026-02-01T00:00:00.000Z') => {
  host.opened.length = 0;
  const { agents, problems } = await sync({ archive, adapters: [adapter], host, now });
  return { ...agents[0], problems, opened: [...host.opened] };
};
const grow = (name: string, text: string) => {
  const path = `${FOLDER}/${name}`;
  files.set(path, Buffer.concat([files.get(path) ?? Buffer.alloc(0), Buffer.from(text)]));
};
const textOf = async (machine: Host, path: string) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of machine.read(path)) chunks.push(Uint8Array.from(chunk));
  return Buffer.concat(chunks).toString();
};

it('begins with what is newest, and shows it before the rest is done', async () => {
  const line = `{"time":"2026-01-01T00:00:00.000Z","text":"${'x'.repeat(2000)}"}\n`;
  const known: Adapter = { ...adapter, dialects: [{ ...plainLog, detect: () => 1 }] };
  const names = ['old', 'newest', 'middle'];
  const times = new Map(names.map((name, at) => [`${FOLDER}/${name}.jsonl`, ['2020', '2030', '2025'][at]]));
  for (const name of names) grow(`${name}.jsonl`, line.repeat(1500));
  const dated: Host = {
    ...host,
    stat: async (path) => {
      const file = await host.stat(path);
      return file && { ...file, modifiedAt: `${times.get(path) ?? '2010'}-01-01T00:00:00.000Z` };
    },
  };
  const seen: [string, number][] = [];
  const progress = ({ path }: { path: string }) => {
    seen.push([path.slice(FOLDER.length + 1), archive.sizes().sessions]);
  };
  await sync({ archive, adapters: [known], host: dated, now: '2031-01-01T00:00:00.000Z', progress });
  expect(seen.map(([path]) => path)).toEqual([
    'newest.jsonl',
    'middle.jsonl',
    'old.jsonl',
    'a.jsonl',
    'b.jsonl',
    'a.jsonl.d/out.txt',
  ]);
  expect(seen[0]?.[1]).toBeGreaterThan(0);
});

describe('a sync', () => {
  it('keeps sessions and what lies beside them', async () => {
    expect(await run()).toMatchObject({ files: { new: 3 }, bytes: 33, missing: 0, problems: [] });
    expect([...archive.originals.inputs()].map(({ path, role }) => [path.slice(FOLDER.length + 1), role])).toEqual([
      ['a.jsonl', 'session'],
      ['a.jsonl.d/out.txt', 'side'],
      ['b.jsonl', 'session'],
    ]);
  });

  it('opens no file when nothing has changed', async () => {
    await run();
    expect(await run()).toMatchObject({ files: { unchanged: 3, new: 0 }, bytes: 0, opened: [] });
  });

  it('opens only the file that grew', async () => {
    await run();
    grow('b.jsonl', '{"text":"c"}\n');
    const again = await run();
    expect(again).toMatchObject({ files: { unchanged: 2, grown: 1 }, bytes: 13 });
    expect(new Set(again.opened)).toEqual(new Set([`${FOLDER}/b.jsonl`]));
  });

  it('keeps what the agent removes, as if it were still there', async () => {
    await run();
    files.delete(`${FOLDER}/a.jsonl`);
    files.delete(`${FOLDER}/a.jsonl.d/out.txt`);
    expect(await run('2026-03-01T00:00:00.000Z')).toMatchObject({ missing: 2 });
    const kept = archivedHost(host, archive.originals);
    expect((await kept.list(FOLDER)).map(({ name }) => name)).toEqual(['a.jsonl', 'a.jsonl.d', 'b.jsonl']);
    expect(await textOf(kept, `${FOLDER}/a.jsonl`)).toBe('{"text":"a"}\n');
    expect(await kept.stat(`${FOLDER}/a.jsonl`)).toMatchObject({ bytes: 13, folder: false });
    expect(await kept.stat(`${FOLDER}/a.jsonl.d`)).toMatchObject({ folder: true });
    expect((await adapter.inputsOf(kept, `${FOLDER}/a.jsonl`)).length).toBe(2);
    expect(await textOf(kept, `${FOLDER}/b.jsonl`)).toBe('{"text":"b"}\n');
  });

  it('forgets that a file was missing when it is back', async () => {
    await run();
    const bytes = files.get(`${FOLDER}/b.jsonl`) as Uint8Array;
    files.delete(`${FOLDER}/b.jsonl`);
    await run();
    files.set(`${FOLDER}/b.jsonl`, bytes);
    expect(await run()).toMatchObject({ missing: 0 });
    expect(archive.originals.input(`${FOLDER}/b.jsonl`)?.missingSince).toBeNull();
    expect(archivedHost(host, archive.originals)).toBe(host);
  });

  it('is not stopped by one file that fails', async () => {
    const failing = `${FOLDER}/a.jsonl`;
    const { read } = host;
    host.read = (path, start, end) => {
      if (path === failing) throw new Error('the disk is on fire');
      return read(path, start, end);
    };
    const first = await run();
    expect(first.problems).toEqual([{ path: failing, message: 'the disk is on fire' }]);
    expect(first.files).toMatchObject({ new: 1 });
    host.read = read;
    expect(await run()).toMatchObject({ problems: [], bytes: 20 });
    expect(await textOf(host, failing)).toBe('{"text":"a"}\n');
  });

  it.each([0, 5])('tells of a file of which only %i bytes can be read, and keeps it when it can', async (readable) => {
    const [path, { read }] = [`${FOLDER}/b.jsonl`, host];
    const refuse = () => {
      host.read = (which, start = 0, end = 1e9) => read(which, start, which === path ? Math.min(end, readable) : end);
    };
    const message = (bytes: number) => `${readable} of ${bytes} bytes could be read; check its permissions`;
    refuse();
    expect(await run()).toMatchObject({ files: { new: 2 }, problems: [{ path, message: message(13) }] });
    host.read = read;
    expect(await run()).toMatchObject({ files: { new: 1 }, problems: [] });
    grow('b.jsonl', '{"text":"c"}\n');
    refuse();
    expect(await run()).toMatchObject({ files: { rewritten: 0 }, problems: [{ path, message: message(26) }] });
    host.read = read;
    expect(await run()).toMatchObject({ files: { grown: 1, rewritten: 0 }, problems: [] });
    expect(await run()).toMatchObject({ files: { unchanged: 3 }, opened: [] });
  });

  it('tells of a database that cannot be opened', async () => {
    const path = '/home/dev/.plain/sessions.db';
    files.set(path, Buffer.from('no database'));
    const stores: Adapter = {
      ...adapter,
      locate: async function* () {
        yield { path, kind: 'store', role: 'session' };
      },
    };
    const { problems } = await sync({ archive, adapters: [stores], host, now: '2026-02-01T00:00:00.000Z' });
    expect(problems).toEqual([{ path, message: 'it cannot be opened as a database of this agent' }]);
    files.set(path, new Uint8Array());
    expect((await sync({ archive, adapters: [stores], host, now: '2026-02-01T00:00:00.000Z' })).problems).toEqual([]);
  });
});

it('lets others have their turn after each input', async () => {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await sync({ archive, adapters: [adapter], host, now: '2026-01-01T00:00:00.000Z' });
  isDone = true;
  // Three inputs: two sessions, and what one of them has spilled.
  expect(turns).toBeGreaterThanOrEqual(3);
});
