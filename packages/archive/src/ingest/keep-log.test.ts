import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Adapter } from '@hansard/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Archive } from '../archive.ts';
import { findSession } from '../sqlite/sessions/find-session.ts';
import { sync } from '../sync/sync.ts';
import { FOLDER, logOf, SampleMachine, sampleAgent } from '../testing/sample-agent.ts';
import { LONG_RECORD_BYTES } from './keep-log.ts';

const NOW = '2026-02-01T00:00:00.000Z';
const PATH = `${FOLDER}/logs/large.jsonl`;
let home: string;
let machine: SampleMachine;
let archive: Archive;

/** More than one transaction takes. */
const large = (from: number, to: number) =>
  logOf(
    Array.from({ length: to - from }, (_, i) => ({
      session: 'large',
      id: `e${from + i}`,
      text: `word${from + i} ${String.fromCharCode(97 + (i % 26)).repeat(64 * 1024)}`,
    })),
  );

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'hansard-large-'));
});
afterEach(() => {
  archive.close();
  rmSync(home, { recursive: true, force: true });
});

const open = async (adapter: Adapter) => {
  archive = await Archive.open(machine, [adapter]);
};
const run = (adapter: Adapter) => sync({ archive, adapters: [adapter], host: machine, now: NOW });
/** The file cannot be read beyond that byte, as if the process had been killed there. */
async function runUntil(adapter: Adapter, byte: number): Promise<void> {
  const { read } = Object.getPrototypeOf(SampleMachine.prototype) as SampleMachine;
  machine.read = async function* (path, start = 0, end = Number.POSITIVE_INFINITY) {
    if (path === PATH && end > byte) yield* read.call(machine, path, start, byte);
    else yield* read.call(machine, path, start, end);
    if (path === PATH && end > byte) throw new Error('killed');
  };
  expect((await run(adapter)).problems).toHaveLength(1);
  machine.read = read;
}
const events = async () => {
  const all = await archive.events.page(findSession(archive, 'large').id, 0, 1000);
  return all.map(({ event }) => `${event.id} ${event.text?.split(' ')[0]}${event.withdrawn ? ' gone' : ''}`);
};

it('a log that is cut and then whole again has what it had, and nothing new', async () => {
  const adapter = sampleAgent();
  const small = (count: number) =>
    logOf(Array.from({ length: count }, (_, n) => ({ session: 'large', id: `e${n}`, text: `word${n}` })));
  machine = new SampleMachine(home, { 'logs/large.jsonl': small(5) });
  await open(adapter);
  const counted = () => archive.sql.get('SELECT events, messages, started, ended FROM session');
  expect(await run(adapter)).toMatchObject({ newSessions: 1, newEvents: 5 });
  const whole = counted();
  machine.write('logs/large.jsonl', small(2), '2026-01-05T00:00:00.000Z');
  expect(await run(adapter)).toMatchObject({ newSessions: 0, newEvents: 0 });
  expect(counted()).toMatchObject({ events: 2, messages: 2 });
  machine.write('logs/large.jsonl', small(5), '2026-01-06T00:00:00.000Z');
  expect(await run(adapter)).toMatchObject({ agents: [{ files: { grown: 1 } }], newEvents: 0 });
  expect(counted()).toEqual(whole);
});

describe('a large log that is read again', () => {
  it('and interrupted goes on as if nothing had happened', async () => {
    const adapter = sampleAgent();
    machine = new SampleMachine(home, { 'logs/large.jsonl': large(0, 10) });
    await open(adapter);
    await run(adapter);
    machine.write('logs/large.jsonl', large(5, 205), '2026-01-05T00:00:00.000Z');
    await runUntil(adapter, 11 * 1024 * 1024);
    const stored = archive.originals.latest(1)?.bytes ?? 0;
    expect(stored).toBeGreaterThan(8 * 1024 * 1024);
    expect(stored).toBeLessThan(12 * 1024 * 1024);
    expect((await run(adapter)).problems).toEqual([]);
    const expected = [
      ...Array.from({ length: 5 }, (_, n) => `e${n} word${n} gone`),
      ...Array.from({ length: 200 }, (_, n) => `e${n + 5} word${n + 5}`),
    ];
    expect(await events()).toEqual(expected);
    expect(archive.sizes().events).toBe(200);
  });

  it('by another version of the adapter, and interrupted, is that version’s in the end', async () => {
    const first = sampleAgent();
    const second = sampleAgent({
      version: '2',
      change: (event) => (event.id === 'e150' ? [] : [{ ...event, text: `better${event.text}` }]),
    });
    machine = new SampleMachine(home, { 'logs/large.jsonl': large(0, 200) });
    await open(first);
    await run(first);
    archive.close();
    await open(second);
    const size = machine.files.get(PATH)?.length as number;
    machine.append('logs/large.jsonl', large(200, 202));
    await runUntil(second, size);
    expect((await run(second)).problems).toEqual([]);
    const expected = Array.from({ length: 202 }, (_, n) => (n === 150 ? 'e150  gone' : `e${n} betterword${n}`));
    // The record that it makes nothing of is kept as it is.
    expect((await events()).filter((event) => event.startsWith('e'))).toEqual(expected);
    expect(archive.sql.all("SELECT rowid FROM event_text WHERE event_text MATCH 'betterword7'")).toHaveLength(1);
  });
});

describe('a record that is longer than what is held of a log', () => {
  const small = (n: number) => ({ session: 'large', id: `e${n}`, text: `word${n}`, cwd: '/home/dev/shop' });
  /** The head is read on to the end of a record that it is cut in: enough stands before the long one. */
  const before = Array.from({ length: 3_000 }, (_, n) => small(n));
  const text = `word3000 ${'lorem ipsum '.repeat(Math.ceil(LONG_RECORD_BYTES / 8))}`;
  const long = () => logOf([...before, { session: 'large', id: 'e3000', text }, small(3_001)]);

  it('is handed over in parts, and read as one', async () => {
    const adapter = sampleAgent();
    machine = new SampleMachine(home, { 'logs/large.jsonl': long() });
    await open(adapter);
    await runUntil(adapter, LONG_RECORD_BYTES + 5 * 1024 * 1024);
    const stored = archive.originals.latest(1)?.bytes ?? 0;
    expect(stored).toBeGreaterThan(LONG_RECORD_BYTES - 1);
    expect(archive.sizes().events).toBeLessThan(3_002);
    expect((await run(adapter)).problems).toEqual([]);
    expect(archive.sizes().events).toBe(3_002);
    const [event] = await archive.events.page(findSession(archive, 'large').id, 3_000, 1);
    expect(event?.event).toMatchObject({ id: 'e3000', text });
    const kept = archive.originals.latest(1)!;
    const parts = [...archive.originals.blocks(kept, 0, kept.bytes)].map(({ bytes }) => bytes);
    expect(Buffer.concat(parts).equals(Buffer.from(long()))).toBe(true);
  });
});
