import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Archive } from '../../archive.ts';
import { sync } from '../../sync/sync.ts';
import { logOf, SampleMachine, sampleAgent } from '../../testing/sample-agent.ts';
import { findSession } from '../sessions/find-session.ts';
import { Ledger } from './ledger.ts';

const NOW = '2026-02-01T00:00:00.000Z';
let home: string;
let machine: SampleMachine;
let archive: Archive;
let ledger: Ledger;
let sessionKey: string;

const bringUpToDate = () => sync({ archive, adapters: [sampleAgent()], host: machine, now: NOW });
const grow = () => {
  machine.append('logs/one.jsonl', logOf([{ session: 'one', id: 'e2', text: 'second' }]));
  return bringUpToDate();
};

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'hansard-ledger-'));
  machine = new SampleMachine(home, { 'logs/one.jsonl': logOf([{ session: 'one', id: 'e1', text: 'first' }]) });
  archive = await Archive.open(machine, [sampleAgent()]);
  await bringUpToDate();
  ledger = new Ledger(archive.sql);
  sessionKey = findSession(archive, 'one').key;
});
afterEach(() => {
  archive.close();
  rmSync(home, { recursive: true, force: true });
});

const entry = (at: string) => ({
  sessionKey,
  at,
  destination: '/out/x.json',
  format: 'transcript',
  profile: 'strict',
  receipt: '{}',
});
const generationKept = () =>
  archive.sql.get('SELECT generation FROM known_session WHERE key = ?', sessionKey)?.['generation'];

it('knows what left, also when it was interrupted', () => {
  const first = ledger.begin(entry('2026-02-02T00:00:00.000Z'));
  ledger.complete(first.id, 'abc');
  ledger.begin(entry('2026-02-03T00:00:00.000Z'));
  expect(ledger.entries(sessionKey).map(({ at, hash }) => [at.slice(8, 10), hash])).toEqual([
    ['03', ''],
    ['02', 'abc'],
  ]);
  expect(ledger.entries('another')).toEqual([]);
});

it('has another generation for another profile: of two snapshots of one state one is the latest', () => {
  const by = (profile: string) => ledger.begin({ ...entry(NOW), profile }).generation;
  expect([by('strict'), by('strict'), by('research'), by('research'), by('strict')]).toEqual([1, 1, 2, 2, 3]);
});

it('raises the generation when the session has changed since, and only then', async () => {
  expect([ledger.begin(entry(NOW)).generation, ledger.begin(entry(NOW)).generation]).toEqual([1, 1]);
  await grow();
  const [before] = ledger.entries(sessionKey);
  expect(before?.nowSeq).toBeGreaterThan(before?.lastSeq as number);
  expect([ledger.begin(entry(NOW)).generation, ledger.begin(entry(NOW)).generation]).toEqual([2, 2]);
  expect(generationKept()).toBe(2);
});

it('forgets what did not leave after all', async () => {
  ledger.begin(entry(NOW));
  await grow();
  ledger.withdraw(ledger.begin(entry(NOW)));
  expect(ledger.entries()).toHaveLength(1);
  expect(generationKept()).toBe(1);
});
