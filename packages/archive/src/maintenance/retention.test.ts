import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Archive } from '../archive.ts';
import { backup } from '../backups/backup.ts';
import { findSession } from '../sqlite/sessions/find-session.ts';
import { sync } from '../sync/sync.ts';
import { remainsOf } from '../testing/remains.ts';
import { logOf, SampleMachine, type SampleRecord, sampleAgent, storeOf } from '../testing/sample-agent.ts';
import { applyRetention } from './retention.ts';

const DAY = 86_400;
const adapters = [sampleAgent()];
let home: string;
let machine: SampleMachine;
let archive: Archive;

/** A session in which something last happened on that day of 2026. */
const session = (name: string, day: number, count = 20): SampleRecord[] =>
  Array.from({ length: count }, (_, n) => ({
    session: name,
    id: `${name}-${n}`,
    text: `${name} ${noise(name.length * 31 + n)}`,
    at: day * DAY,
  }));
const noise = (seed: number) => {
  let [text, value] = ['', seed + 1];
  for (let i = 0; i < 200; i++) {
    value = (value * 48271) % 2147483647;
    text += ` ${value.toString(36)}`;
  }
  return text;
};
const now = (day: number) => new Date(Date.UTC(2026, 0, 1) + day * DAY * 1000).toISOString();

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'hansard-retention-'));
  machine = new SampleMachine(home, {
    'logs/a.jsonl': logOf(session('a', 1)),
    'logs/a.jsonl.d/out.txt': 'spilled',
    'logs/b.jsonl': logOf(session('b', 10)),
    'logs/c.jsonl': logOf(session('c', 20)),
    'store.db': storeOf([...session('d', 2), ...session('e', 21)]),
  });
  archive = await Archive.open(machine, adapters);
  await run();
});
afterEach(() => {
  archive.close();
  rmSync(home, { recursive: true, force: true });
});

const run = async () => (await sync({ archive, adapters, host: machine, now: now(22) })).agents[0];
const apply = async (limits: { days?: number; bytes?: number }, day = 22) =>
  (await applyRetention(archive, { host: machine, adapters, now: now(day), ...limits })).map(
    ({ session: { nativeId }, reason }) => `${nativeId} ${reason}`,
  );
const distrusting = async (day: number, trustClock = false) => {
  const told: string[] = [];
  const options = { host: machine, adapters, now: now(day), days: 30, trustClock };
  const removed = await applyRetention(archive, { ...options, distrusted: (known) => told.push(known) });
  return { removed: removed.length, told };
};
const left = () => archive.sql.all('SELECT native_id FROM session ORDER BY native_id').map((row) => row['native_id']);
const used = () => {
  const pragma = (name: string) => archive.sql.get(`PRAGMA ${name}`)?.[name] as number;
  return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size');
};

it('removes nothing where nothing is set', async () => {
  expect(await apply({})).toEqual([]);
  expect(left()).toEqual(['a', 'b', 'c', 'd', 'e']);
});

describe('by age', () => {
  it('removes sessions in which nothing has happened for so long', async () => {
    expect(await apply({ days: 15 })).toEqual(['a age', 'd age']);
    expect(left()).toEqual(['b', 'c', 'e']);
    expect(await remainsOf('a-0', home)).toEqual([]);
  });

  it('does not bring them back, until they go on', async () => {
    await apply({ days: 15 });
    expect(await run()).toMatchObject({ files: { erased: 2, new: 0 }, stored: 0 });
    expect(left()).toEqual(['b', 'c', 'e']);
    machine.append('logs/a.jsonl', logOf(session('a', 22, 1).map((record) => ({ ...record, id: 'a-more' }))));
    machine.write(
      'store.db',
      storeOf([
        ...session('d', 2),
        ...session('e', 21),
        ...session('d', 22, 1).map((record) => ({ ...record, id: 'd-more' })),
      ]),
      now(22),
    );
    await run();
    expect(left()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(await archive.events.page(findSession(archive, 'a').id, 0, 100)).toHaveLength(21);
    expect(await apply({ days: 15 })).toEqual([]);
    await run();
    expect(archive.originals.input('/home/dev/.sample/logs/a.jsonl.d/out.txt')).toBeDefined();
  });

  it('keeps what is starred, tagged, or has a note', async () => {
    archive.journal.star(findSession(archive, 'a').key, now(22));
    archive.journal.tag(findSession(archive, 'b').key, 'kept', now(22));
    archive.journal.addNote(findSession(archive, 'd').key, null, 'why it matters', now(22));
    expect(await apply({ days: 1 })).toEqual(['c age']);
    expect(left()).toEqual(['a', 'b', 'd', 'e']);
  });

  it('leaves backups as they are', async () => {
    const path = join(home, 'copy.db');
    await backup(archive, path, { now: now(22) });
    await apply({ days: 15 });
    archive.sql.run('ATTACH ? AS copy', path);
    expect(archive.sql.get('SELECT count(*) AS n FROM copy.session')).toEqual({ n: 5 });
    archive.sql.run('DETACH copy');
  });
});

describe('by size', () => {
  it('removes the oldest until the archive is small enough', async () => {
    for (const [n, name] of ['f', 'g', 'h', 'i'].entries()) {
      machine.write(`logs/${name}.jsonl`, logOf(session(name, 3 + n, 150)));
    }
    await run();
    const limit = Math.round(used() * 0.75);
    const removed = await apply({ bytes: limit });
    expect(used()).toBeLessThanOrEqual(limit);
    expect(removed[0]).toBe('a size');
    expect(left()).toEqual(expect.arrayContaining(['b', 'c', 'e', 'i']));
    expect(await apply({ bytes: limit })).toEqual([]);
  });

  it('keeps what is under way, and what is starred, although it is too much', async () => {
    archive.journal.star(findSession(archive, 'b').key, now(22));
    expect((await apply({ bytes: 1 }, 21.5)).sort()).toEqual(['a size', 'c size', 'd size']);
    expect(left()).toEqual(['b', 'e']);
  });
});

describe('a clock that jumps', () => {
  it('ahead removes nothing, however often it is asked, until the user says that it is right', async () => {
    for (let n = 0; n < 3; n++) expect(await distrusting(4000)).toEqual({ removed: 0, told: [now(21)] });
    expect(left()).toHaveLength(5);
    expect(await distrusting(22)).toEqual({ removed: 0, told: [] });
    expect(await distrusting(4000)).toEqual({ removed: 0, told: [now(22)] });
    expect((await distrusting(4000, true)).removed).toBe(5);
  });

  it('back removes nothing that is not old', async () => {
    await distrusting(22);
    expect(await distrusting(-4000)).toEqual({ removed: 0, told: [] });
  });

  it('is followed when the archive is used from time to time', async () => {
    expect((await distrusting(40)).removed).toBe(2);
    expect((await distrusting(80)).removed).toBe(3);
  });
});
