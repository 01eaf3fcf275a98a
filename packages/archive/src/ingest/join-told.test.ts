/** A log, a wire and a document of one session: what comes of them does not depend on the order in which they came. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { detectFile, adapters as known } from '@hansard/core';
import { type GoldenCase, goldenCases, hostOf } from '@hansard/core/testing/fixtures.ts';
import { fc } from '@hansard/core/testing/property.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Archive } from '../archive.ts';
import { rebuild } from '../maintenance/rebuild.ts';
import { listSessions } from '../sqlite/sessions/session-rows.ts';
import { archivedSource, archivedTranscript } from '../streaming/archived-source.ts';
import { sync } from '../sync/sync.ts';
import { GREETING, logOf, SampleMachine, type SampleRecord, sampleAgent, wireOf } from '../testing/sample-agent.ts';
import { joinTold } from './join-told.ts';

const NOW = '2026-02-01T00:00:00.000Z';
const adapters = [sampleAgent()];

const log: SampleRecord[] = [
  { session: 's1', id: 'a', text: 'please look', at: 1, title: 'From the log' },
  { session: 's1', id: 'b', role: 'assistant', text: 'looking at it', at: 3, model: 'm', response: 'r1', tokens: 10 },
  { session: 's1', id: 'c', role: 'tool', text: 'out', at: 4, file: 'a.ts' },
  { session: 's1', id: 'd', role: 'assistant', text: 'only the log', at: 8, model: 'm', response: 'r2', tokens: 7 },
  { session: 's1', amends: 'b', text: 'looking at it well' },
];
const wire: SampleRecord[] = [
  { session: 's1', id: 'a', text: 'please look', at: 0, title: 'From the wire', cwd: '/app' },
  { session: 's2', id: 'z', text: 'another thread', at: 2 },
  { session: 's1', id: 'b', role: 'assistant', at: 2, response: 'r1', tokens: 999 },
  { session: 's1', adds: 'b', text: 'looking' },
  { session: 's1', adds: 'b', text: ' at it' },
  { session: 's1', id: 'x', role: 'assistant', text: 'only the wire', at: 5, response: 'r3', tokens: 3 },
  { session: 's1', id: 'y', role: 'assistant', text: 'told apart', at: 6, response: 'r2', tokens: 500 },
  { session: 's1', id: 'c', role: 'tool', text: 'another out', at: 3, file: 'b.ts', tool: 'Edit' },
];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hansard-join-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A machine on which the inputs grow, with its archive. */
class Place {
  readonly machine: SampleMachine;
  archive!: Archive;
  #minute = 0;

  constructor(name: string) {
    this.machine = new SampleMachine(join(folder, name));
  }

  async open(): Promise<this> {
    this.archive = await Archive.open(this.machine, adapters);
    return this;
  }

  write(name: string, text: string): void {
    this.machine.write(name, text, new Date(Date.UTC(2026, 0, 2) + this.#minute++ * 60_000).toISOString());
  }

  sync() {
    return sync({ archive: this.archive, adapters, host: this.machine, now: NOW });
  }

  rebuild() {
    return rebuild(this.archive, { host: this.machine, adapters, now: NOW });
  }

  session(nativeId: string): number {
    return listSessions(this.archive).find((one) => one.nativeId === nativeId)?.number as number;
  }

  /** All that can be seen, but for numbers that are given in the order of arrival. */
  async outcome() {
    const { sql } = this.archive;
    const sessions = [];
    for (const { number: id, id: uuid, events, ...listed } of listSessions(this.archive)) {
      const page = await this.archive.events.page(id, 0, 1000);
      expect(page).toHaveLength(events);
      expect(page.map(({ logSeq }) => logSeq)).toEqual(
        [...new Set(page.map(({ logSeq }) => logSeq))].sort((a, b) => a - b),
      );
      sessions.push({
        uuid,
        listed,
        page: page.map(({ event }) => event).sort((a, b) => (a.id < b.id ? -1 : 1)),
        usage: sql.all(
          `SELECT u.response, e.key, m.text AS model, u.time, u.own, u.rank, u.input FROM usage u JOIN event e ON e.id = u.event_id
             LEFT JOIN name m ON m.id = u.model WHERE u.session_id = ? ORDER BY 1`,
          id,
        ),
        sums: sql.get('SELECT sum(input) AS input FROM usage_sum WHERE session_id = ? AND own = 1', id),
        rows: sql.all(
          `SELECT e.key, n.text AS type, e.time, o.text AS tool, s.text AS status, e.flags FROM run r
             JOIN event e ON e.id BETWEEN r.first AND r.first + r.count - 1 JOIN name n ON n.id = e.type
             LEFT JOIN name o ON o.id = e.tool LEFT JOIN name s ON s.id = e.status
           WHERE r.session_id = ? ORDER BY e.key`,
          id,
        ),
      });
    }
    return {
      sessions: sessions.sort((a, b) => (a.uuid < b.uuid ? -1 : 1)),
      touched: sql.all(
        'SELECT e.key, p.text FROM touch t JOIN event e ON e.id = t.event_id JOIN path p ON p.id = t.path_id ORDER BY 1, 2',
      ),
      words: ['look', 'looking', 'well', 'only', 'apart', 'out', 'another'].map((word) => [word, this.found(word)]),
      left: sql.all('SELECT * FROM unjoined'),
    };
  }

  found(word: string): unknown[] {
    const rows = this.archive.sql.all(
      'SELECT e.key FROM event_text t JOIN event e ON e.id = t.rowid WHERE event_text MATCH ? ORDER BY e.key',
      word,
    );
    return rows.map((row) => row['key']);
  }
}

const LOG = 'logs/s1.jsonl';
const WIRE = 'wires/w.jsonl';
const whole = { [LOG]: logOf(log), [WIRE]: GREETING + wireOf(wire) };

async function outcomeOf(
  name: string,
  steps: readonly (readonly [file: keyof typeof whole, records: number])[],
  redo = false,
) {
  const place = await new Place(name).open();
  try {
    for (const [file, records] of steps) {
      const lines = whole[file].split('\n');
      place.write(
        file,
        lines
          .slice(0, records)
          .map((line) => `${line}\n`)
          .join(''),
      );
      await place.sync();
    }
    if (redo) await place.rebuild();
    return await place.outcome();
  } finally {
    place.archive.close();
  }
}

const LOG_RECORDS = log.length;
const WIRE_RECORDS = wire.length + 1;

describe('a log and a wire of one session', () => {
  it('are one session: the log counts, the wire adds to it', async () => {
    const place = await new Place('one').open();
    for (const [name, text] of Object.entries(whole)) place.write(name, text);
    await place.sync();
    const sessions = listSessions(place.archive);
    expect(sessions.map(({ nativeId }) => String(nativeId)).sort()).toEqual(['null', 's1', 's2']);
    const id = place.session('s1');
    expect(sessions.find((one) => one.number === id)).toMatchObject({
      title: 'From the log',
      project: '/app',
      events: 6,
    });
    const page = await place.archive.events.page(id, 0, 10);
    const told = page.map(({ event }) => [event.id, event.text]).sort();
    expect(told).toEqual([
      ['a', 'please look'],
      ['b', 'looking at it well'],
      ['c', 'out'],
      ['d', 'only the log'],
      ['x', 'only the wire'],
      ['y', 'told apart'],
    ]);
    expect(page.some(({ event }) => event.withdrawn)).toBe(false);
    expect(place.archive.sql.get('SELECT sum(input) AS n FROM usage WHERE session_id = ? AND own = 1', id)).toEqual({
      n: 20,
    });
    const [b] = page.filter(({ event }) => event.id === 'b');
    expect(b?.event).toMatchObject({ text: 'looking at it well', timestamp: '2026-01-01T00:00:03.000Z' });
    place.archive.close();
  });

  it('come to the same whichever comes first, grows first, or is read again', async () => {
    const expected = await outcomeOf('expected', [
      [LOG, LOG_RECORDS],
      [WIRE, WIRE_RECORDS],
    ]);
    let n = 0;
    const step = (file: keyof typeof whole, records: number) =>
      fc.tuple(fc.constant(file), fc.integer({ min: 1, max: records }));
    const cuts = fc.array(fc.oneof(step(LOG, LOG_RECORDS), step(WIRE, WIRE_RECORDS)), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(cuts, fc.boolean(), fc.boolean(), async (random, logFirst, redo) => {
        // A log only grows.
        const grown = new Map<string, number>();
        const steps = random.filter(([file, records]) => {
          if (records < (grown.get(file) ?? 0)) return false;
          grown.set(file, records);
          return true;
        });
        const last = [
          [LOG, LOG_RECORDS],
          [WIRE, WIRE_RECORDS],
        ] as const;
        const all = [...steps, ...(logFirst ? last : last.toReversed())];
        expect(await outcomeOf(`run-${n++}`, all, redo)).toEqual(expected);
      }),
      { numRuns: 25 },
    );
  });
});

describe.each(['control', 'app-server'])('a recorded wire beside the log of the agent: %s', (name) => {
  const golden = goldenCases().find((one) => one.name === name) as GoldenCase;

  async function documents(order: (paths: string[]) => string[], home: string) {
    const host = hostOf(golden, { env: { HANSARD_HOME: join(folder, home) } });
    const archive = await Archive.open(host);
    const keeper = archive.keeper({ host, now: NOW });
    for (const path of order([...host.files.keys()])) {
      const detected = await detectFile(known, host, path);
      const inputs = (await detected?.adapter.inputsOf(host, path)) ?? [];
      const input = inputs.find((one) => one.path === path) ?? { path, kind: 'log', role: 'session' };
      const file = await host.stat(path);
      if (detected && file) await keeper.keep(detected.adapter, input, file);
      keeper.flush();
      await joinTold(archive);
    }
    const all = [];
    for (const { number: id } of listSessions(archive)) {
      const { events, ...header } = await archivedTranscript(archive, host, id, { now: NOW });
      const source = await archivedSource(archive, host, id, { now: NOW, long: 0 });
      expect([...(source?.events() ?? [])]).toEqual(events);
      source?.close();
      expect(new Set(events.map((event) => event.id)).size).toBe(events.length);
      const page = await archive.events.page(id, 0, 100_000);
      expect(page.map(({ event }) => event.id).sort()).toEqual(events.map((event) => event.id).sort());
      all.push({ ...header, events: events.map(({ logSeq: _seq, ...event }) => event) });
    }
    archive.close();
    return all.sort((a, b) => (a.transcriptId < b.transcriptId ? -1 : 1));
  }

  it('is one session, in either order', async () => {
    const first = await documents((paths) => paths, 'first');
    expect(first.some(({ session }) => (session.inputs?.length ?? 0) > 1)).toBe(true);
    expect(await documents((paths) => paths.toReversed(), 'last')).toEqual(first);
  });
});
