/** A log and a stream that has ids of its own are one session, in whatever order they come, and however they grow. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fc } from '@hansard/core/testing/property.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Archive } from '../archive.ts';
import { erase, planErase } from '../maintenance/erase.ts';
import { rebuild } from '../maintenance/rebuild.ts';
import { findSession } from '../sqlite/sessions/find-session.ts';
import { archivedTranscript } from '../streaming/archived-source.ts';
import { sync } from '../sync/sync.ts';
import { logOf, SampleMachine, type SampleRecord, sampleAgent, wireOf } from '../testing/sample-agent.ts';
import { makeFifthVersion } from '../testing/second-version.ts';
import { universalPages, violationsOf } from '../testing/universal-pages.ts';

const NOW = '2026-02-01T00:00:00.000Z';
const adapters = [sampleAgent({ ownIds: 'texts' })];
const session = 's1';

const log: SampleRecord[] = [
  { session, id: 'l1', text: 'please look', at: 1 },
  { session, id: 'l2', role: 'assistant', text: 'Done.', at: 3, response: 'r1', tokens: 10 },
  { session, id: 'l3', text: 'and again', at: 5 },
  { session, id: 'l4', role: 'assistant', text: 'Done.', at: 6, response: 'r2', tokens: 7 },
  { session, id: 'l5', role: 'assistant', text: 'only the log', at: 8, response: 'r3', tokens: 5 },
];
const wire: SampleRecord[] = [
  { session, id: 'w1', text: 'please look', at: 1 },
  { session, id: 'w2', role: 'assistant', at: 2, response: 'x1', tokens: 10 },
  { session, adds: 'w2', text: 'Do' },
  { session, adds: 'w2', text: 'ne.' },
  { session, id: 'w3', text: 'and again', at: 5 },
  { session, id: 'w4', role: 'assistant', at: 6, response: 'x2', tokens: 7 },
  { session, adds: 'w4', text: 'Done.' },
  { session, id: 'w5', role: 'assistant', text: 'only the wire', at: 7 },
];
const ALL = ['Done.', 'Done.', 'and again', 'only the log', 'only the wire', 'please look'];

let home: string;
let archive: Archive | undefined;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'hansard-align-'));
});
afterEach(() => {
  archive?.close();
  archive = undefined;
  rmSync(home, { recursive: true, force: true });
});

const texts = (events: readonly { readonly text?: string }[]) => events.map(({ text = '' }) => text).sort();

async function seen(opened: Archive, host: SampleMachine) {
  const { id } = findSession(opened, session);
  const page = (await opened.events.page(id, 0, 100)).map(({ event }) => event);
  const whole = await archivedTranscript(opened, host, id, { now: NOW });
  expect(texts(whole.events)).toEqual(texts(page));
  expect(whole.events.map((event) => event.id).sort()).toEqual(page.map((event) => event.id).sort());
  const used = opened.sql.get('SELECT sum(input) AS n FROM usage_sum WHERE session_id = ? AND own = 1', id);
  const found = (word: string) =>
    opened.sql.get('SELECT count(*) AS n FROM event_text WHERE event_text MATCH ?', word)?.['n'];
  return {
    texts: texts(page),
    tokens: whole.metrics.tokens?.input,
    used: used?.['n'],
    done: found('done'),
    events:
      findSession(opened, session).id && opened.sql.get('SELECT events FROM session WHERE id = ?', id)?.['events'],
    deltas: page.filter(({ text, chunks }) => text === 'Done.' && chunks).length,
    ids: page.map((event) => event.id),
  };
}

const expected = { texts: ALL, tokens: 22, used: 22, done: 2, events: 6, deltas: 2 };

it('whatever comes first, and wherever each of them is cut', async () => {
  const cuts = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 8 })), { maxLength: 4 });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(cuts, fc.boolean(), async (steps, isFollowed) => {
      const machine = new SampleMachine(join(home, `${run++}`));
      const opened = await Archive.open(machine, adapters);
      try {
        let [told, said] = [0, 0];
        for (const [more, of] of [...steps, [log.length, wire.length] as const]) {
          told = Math.max(told, more);
          said = Math.max(said, of);
          const at = new Date(Date.UTC(2026, 0, 2) + (told * 10 + said) * 60_000).toISOString();
          if (told > 0) machine.write('logs/s1.jsonl', logOf(log.slice(0, told)), at);
          if (said > 0) machine.write('wires/w.jsonl', wireOf(wire.slice(0, said)), at);
          await sync({ archive: opened, adapters, host: machine, now: NOW });
          const known = opened.sql.get('SELECT id FROM session');
          if (isFollowed && known)
            expect(violationsOf(await universalPages(opened, known['id'] as number, 0))).toEqual([]);
        }
        const { ids, ...outcome } = await seen(opened, machine);
        expect(outcome).toEqual(expected);
        await rebuild(opened, { host: machine, adapters, now: NOW });
        expect(await seen(opened, machine)).toEqual({ ...expected, ids });
      } finally {
        opened.close();
      }
    }),
    { numRuns: 40 },
  );
});

async function both(): Promise<SampleMachine> {
  const machine = new SampleMachine(home, { 'logs/s1.jsonl': logOf(log), 'wires/w.jsonl': wireOf(wire) });
  archive = await Archive.open(machine, adapters);
  await sync({ archive, adapters, host: machine, now: NOW });
  return machine;
}

it('after a step from an archive that did not know of it', async () => {
  const apart = [sampleAgent()];
  const machine = new SampleMachine(home, { 'logs/s1.jsonl': logOf(log), 'wires/w.jsonl': wireOf(wire) });
  const before = await Archive.open(machine, apart);
  await sync({ archive: before, adapters: apart, host: machine, now: NOW });
  expect((await before.events.page(findSession(before, session).id, 0, 100)).length).toBe(log.length + 5);
  before.close();
  await makeFifthVersion(join(home, 'archive.db'));
  archive = await Archive.open(machine, adapters);
  await sync({ archive, adapters, host: machine, now: NOW });
  const { ids: _ids, ...outcome } = await seen(archive, machine);
  expect(outcome).toEqual(expected);
});

it('finds an event by what either calls it', async () => {
  const machine = await both();
  const { store } = archive as Archive;
  const [id] = await store.sessions.find(session);
  const place = async (name: string) => (await store.events.place(id as never, name))?.logSeq;
  expect(await place('l1')).toBeDefined();
  expect(await place('w1')).toBe(await place('l1'));
  expect(await place('w5')).not.toBe(await place('l5'));
  expect((await seen(archive as Archive, machine)).ids).toHaveLength(6);
});

it('leaves nothing of either when the session is erased', async () => {
  const machine = await both();
  const opened = archive as Archive;
  const plan = await planErase(opened, { host: machine, adapters }, [findSession(opened, session)]);
  await erase(opened, plan, { now: NOW });
  for (const table of ['event', 'account', 'unaligned', 'thread', 'usage', 'input'])
    expect([table, opened.sql.get(`SELECT count(*) AS n FROM ${table}`)?.['n']]).toEqual([table, 0]);
});
