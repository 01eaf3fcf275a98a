/** One wire may hold several sessions: erasing one of them leaves the others, and nothing of it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Archive } from '../archive.ts';
import { backup } from '../backups/backup.ts';
import { findSession } from '../sqlite/sessions/find-session.ts';
import { archivedTranscript } from '../streaming/archived-source.ts';
import { sync } from '../sync/sync.ts';
import { remainsOf } from '../testing/remains.ts';
import { GREETING, SampleMachine, type SampleRecord, sampleAgent, wireOf } from '../testing/sample-agent.ts';
import { erase, planErase } from './erase.ts';
import { rebuild } from './rebuild.ts';

const NOW = '2026-02-01T00:00:00.000Z';
const adapters = [sampleAgent()];
const SECRET = 'quokkaverity';

const said = (session: string, n: number, text: string): SampleRecord => ({
  session,
  id: `${session}-${n}`,
  text,
  at: n,
});
const wire = [
  said('stays', 0, 'first of the one that stays'),
  said('goes', 1, `${SECRET} at first`),
  said('stays', 2, 'second of it'),
  said('goes', 3, `and ${SECRET} again`),
];

let home: string;
let machine: SampleMachine;
let archive: Archive;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'hansard-shared-'));
  machine = new SampleMachine(join(home, 'archive'), { 'wires/w.jsonl': GREETING + wireOf(wire) });
  archive = await Archive.open(machine, adapters);
  await sync({ archive, adapters, host: machine, now: NOW });
});
afterEach(() => {
  archive.close();
  rmSync(home, { recursive: true, force: true });
});

async function eraseOne(name: string) {
  const plan = await planErase(archive, { host: machine, adapters }, [findSession(archive, name)]);
  return erase(archive, plan, { now: NOW });
}

const texts = async (name: string) => {
  const { id } = findSession(archive, name);
  const page = await archive.events.page(id, 0, 100);
  const whole = await archivedTranscript(archive, machine, id, { now: NOW });
  const both = page.map(({ event }) => event.text);
  expect(whole.events.map(({ text }) => text).sort()).toEqual([...both].sort());
  return both.filter((text) => text !== 'hello');
};
const names = () => archive.sql.all('SELECT native_id FROM session').map((row) => row['native_id']);
let minute = 0;
const grow = async (records: readonly SampleRecord[]) => {
  const at = new Date(Date.UTC(2026, 0, 3) + minute++ * 60_000).toISOString();
  machine.write('wires/w.jsonl', GREETING + wireOf([...wire, ...records]), at);
  await sync({ archive, adapters, host: machine, now: NOW });
};

it('leaves the others, and nothing of itself in the archive', async () => {
  expect(await remainsOf(SECRET, join(home, 'archive'))).not.toEqual([]);
  expect(await eraseOne('goes')).toMatchObject({ sessions: 1 });
  expect(names()).not.toContain('goes');
  expect(await texts('stays')).toEqual(['first of the one that stays', 'second of it']);
  expect(await remainsOf(SECRET, join(home, 'archive'))).toEqual([]);
  expect(archive.sql.all('PRAGMA foreign_key_check')).toEqual([]);
});

it('stays erased while the wire grows, and the others grow with it', async () => {
  await eraseOne('goes');
  const more = [said('stays', 4, 'third of it'), said('goes', 5, `${SECRET} once more`)];
  await grow(more);
  expect(await texts('stays')).toEqual(['first of the one that stays', 'second of it', 'third of it']);
  await grow([...more, said('goes', 6, `${SECRET} for the last time`)]);
  await grow([...more, said('goes', 6, `${SECRET} for the last time`), said('new', 7, 'another session')]);
  expect(names()).not.toContain('goes');
  expect(await texts('new')).toEqual(['another session']);
  await rebuild(archive, { host: machine, adapters, now: NOW });
  expect(await texts('stays')).toEqual(['first of the one that stays', 'second of it', 'third of it']);
  const left = await planErase(archive, { host: machine, adapters }, [findSession(archive, 'new')]);
  await erase(archive, left, { now: NOW });
  expect(await remainsOf(SECRET, join(home, 'archive'))).toEqual([]);
});

it('is gone from copies of the archive, too', async () => {
  const copy = join(home, 'copy.db');
  await backup(archive, copy, { now: NOW });
  expect(await eraseOne('goes')).toMatchObject({ copies: [{ outcome: 'erased' }] });
  expect(await remainsOf(SECRET, home)).toEqual([]);
});

it('comes back when that is wished', async () => {
  const { uuid } = findSession(archive, 'goes');
  await eraseOne('goes');
  expect(archive.erasures.forget(uuid)).toBe(true);
  await grow([said('stays', 4, 'third of it')]);
  expect(await texts('goes')).toEqual([`${SECRET} at first`, `and ${SECRET} again`]);
  expect(await texts('stays')).toEqual(['first of the one that stays', 'second of it', 'third of it']);
});

it('goes whole with the last of its sessions', async () => {
  await eraseOne('goes');
  const rest = archive.sql.all('SELECT uuid FROM session').map(({ uuid }) => findSession(archive, uuid as string));
  await erase(archive, await planErase(archive, { host: machine, adapters }, rest), { now: NOW });
  for (const table of ['input', 'event', 'block', 'blanked', 'unblanked'])
    expect([table, archive.sql.get(`SELECT count(*) AS n FROM ${table}`)?.['n']]).toEqual([table, 0]);
});
