/** Every golden case of every adapter goes through the archive and comes back as it was read. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  adapters,
  Collector,
  type Detected,
  detectFile,
  type EventDraft,
  type Host,
  type LocatedInput,
  LogReader,
  readFile,
} from '@hansard/core';
import { joinEvents } from '@hansard/core/reading/join-events.ts';
import { rankOf } from '@hansard/core/reading/witness.ts';
import { type GoldenCase, goldenCases, hostOf } from '@hansard/core/testing/fixtures.ts';
import type { MemoryHost } from '@hansard/core/testing/memory-host.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Archive } from '../../archive.ts';
import { keepStore } from '../../ingest/keep-store.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'hansard-read-back-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

interface Found {
  readonly path: string;
  readonly detected: Detected;
  readonly facts: Parameters<typeof readFile>[3];
  readonly sides: readonly LocatedInput[];
}

const isSide = ({ role }: LocatedInput) => role === 'side';

describe.each(goldenCases())('$agent: $name', (golden) => {
  it('comes back from units of one record', () => roundTrip(golden, { blockBytes: 1, unitBytes: 1 }, [1]));
  it('comes back from blocks of many records', () => roundTrip(golden, {}, [1]));
  it('comes back when its logs grew', () => roundTrip(golden, { blockBytes: 700, unitBytes: 1500 }, [0.3, 0.62, 1]));
});

type Sizes = { blockBytes?: number; unitBytes?: number };

async function roundTrip(golden: GoldenCase, sizes: Sizes, steps: readonly number[]): Promise<void> {
  const host = hostOf(golden, { env: { HANSARD_HOME: home } });
  const found = await inputsOf(host);
  const archive = await Archive.open(host, adapters);
  try {
    for (const step of steps) await keepAll(archive, host, found, sizes, step);
    const back = await kept(archive);
    expect(back).toEqual(await expected(archive, host, found));
  } finally {
    archive.close();
  }
}

async function inputsOf(host: MemoryHost): Promise<Found[]> {
  const found: Found[] = [];
  for (const path of host.files.keys()) {
    const detected = await detectFile(adapters, host, path);
    if (!detected) continue;
    const inputs = await detected.adapter.inputsOf(host, path);
    const own = inputs.find((input) => input.path === path);
    if (own?.role !== 'side') found.push({ path, detected, facts: own?.facts, sides: inputs.filter(isSide) });
  }
  return found;
}

/** Keeps all inputs; of logs only that part of their bytes, as if they were still growing. */
async function keepAll(archive: Archive, host: MemoryHost, found: readonly Found[], sizes: Sizes, step: number) {
  const now = new Date(Date.UTC(2026, 0, 1) + step * 1000).toISOString();
  const keeper = archive.keeper({ host, now, ...sizes });
  for (const { path, detected, facts, sides } of found) {
    const { kind } = detected.dialect;
    const input = { path, kind, role: 'session', facts } as const;
    const bytes = Math.floor((host.files.get(path)?.length ?? 0) * (kind === 'log' ? step : 1));
    if (kind === 'store') await keepStore(keeper, detected.adapter, input);
    else {
      const modifiedAt = kind === 'log' ? now : ((await host.stat(path))?.modifiedAt ?? now);
      await keeper.keep(detected.adapter, input, { bytes, modifiedAt, folder: false });
    }
    for (const side of sides) {
      const file = await host.stat(side.path);
      if (file) await keeper.keep(detected.adapter, side, file);
    }
  }
  keeper.flush();
}

/** By session and id. */
async function kept(archive: Archive): Promise<Record<string, EventDraft>> {
  const all: Record<string, EventDraft> = {};
  for (const { id } of archive.sql.all('SELECT id FROM session')) {
    for (const { event } of await archive.events.page(id as number, 0, 1_000_000))
      all[`${id} ${event.id}`] = plain(event);
  }
  return all;
}

/** What each input tells of an event, joined by the rule of core; of two inputs that are as good, one counts. */
async function expected(archive: Archive, host: Host, found: readonly Found[]): Promise<Record<string, EventDraft>> {
  const accounts = new Map<string, { rank: number; path: string; event: EventDraft }[]>();
  for (const { path, detected, facts } of found) {
    const isStore = detected.dialect.kind === 'store';
    const reads = await readUnfinished(host, path, detected, facts);
    for (const [nth, { facts: known, events }] of reads.entries()) {
      const part = nth === 0 && !isStore ? '' : known.nativeId;
      const thread = archive.sql.get(
        `SELECT t.session_id FROM thread t JOIN input i ON i.id = t.input_id
         WHERE i.path = ? AND iif(i.part = '', t.part, i.part) = ?`,
        path,
        part ?? '',
      );
      for (const event of events) {
        const name = `${thread?.['session_id']} ${event.id}`;
        const account = { rank: rankOf(detected), path, event };
        accounts.set(name, [...(accounts.get(name) ?? []), account]);
      }
    }
  }
  return Object.fromEntries([...accounts].map(([name, told]) => [name, plain(joined(told))]));
}

function joined(told: readonly { rank: number; path: string; event: EventDraft }[]): EventDraft {
  const ranked = told.toSorted((a, b) => a.rank - b.rank || (a.path < b.path ? -1 : 1));
  return joinEvents(ranked.filter(({ rank }, nth) => rank !== ranked[nth - 1]?.rank).map(({ event }) => event));
}

/** As the archive reads logs: a last record that is cut off may still be completed. */
async function readUnfinished(host: Host, path: string, detected: Detected, facts: Found['facts']) {
  if (detected.dialect.kind !== 'log') return readFile(host, path, detected, facts);
  const collector = new Collector(host.digest);
  if (facts) collector.session(facts);
  const reader = new LogReader(detected.dialect, collector, { path, modifiedAt: '2026-01-01T00:00:01.000Z' });
  for await (const chunk of host.read(path)) reader.push(chunk);
  reader.finish();
  return [collector, ...collector.others.values()];
}

/** Without fields that are there but say nothing. */
const plain = (event: EventDraft): EventDraft => JSON.parse(JSON.stringify(event)) as EventDraft;
