import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Adapter, Host } from '@hansard/core';
import { plainLog } from '@hansard/core/testing/plain-log.ts';
import { plainAdapter } from '@hansard/core/testing/reads.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Archive } from '../archive.ts';
import { createNodeHost } from '../host/node-host.ts';
import { watchFolder } from '../host/watch-folder.ts';
import type { SyncSummary } from './sync.ts';
import { watch } from './watch.ts';

let home: string;
let sessions: string;
let archive: Archive;
let host: Host;
let work: { opened: number; listed: number };
let summaries: SyncSummary[];
let watching: { close(): Promise<void> } | undefined;

const adapter: Adapter = {
  ...plainAdapter,
  dialects: [{ ...plainLog, detect: () => 1 }],
  async *locate(machine) {
    for (const entry of await machine.list(machine.join(machine.home, '.plain', 'sessions'))) {
      if (!entry.folder) yield { path: entry.path, kind: 'log', role: 'session' };
    }
  },
};

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'hansard-watch-'));
  sessions = join(home, '.plain', 'sessions');
  work = { opened: 0, listed: 0 };
  summaries = [];
  host = counting(createNodeHost({ home, env: { HANSARD_HOME: join(home, 'archive') } }));
  archive = await Archive.open(host, [adapter]);
});

afterEach(async () => {
  await watching?.close();
  watching = undefined;
  archive.close();
  rmSync(home, { recursive: true, force: true });
});

function counting(real: Host): Host {
  return {
    ...real,
    read: (path, start, end) => {
      work.opened++;
      return real.read(path, start, end);
    },
    list: (folder) => {
      work.listed++;
      return real.list(folder);
    },
  };
}

async function begin(): Promise<void> {
  watching = await watch({
    archive,
    adapters: [adapter],
    host,
    clock: () => new Date().toISOString(),
    watchFolder,
    synced: (summary) => summaries.push(summary),
  });
}

/** Waits until so many events are in the archive. */
async function untilEvents(count: number): Promise<void> {
  await expect.poll(() => archive.sizes().events, { timeout: 10_000, interval: 5 }).toBe(count);
}

const found = (word: string) => archive.sql.all('SELECT rowid FROM event_text WHERE event_text MATCH ?', word).length;

describe('watching', () => {
  it('makes what is appended searchable, reading that file alone', async () => {
    mkdirSync(sessions, { recursive: true });
    writeFileSync(join(sessions, 'a.jsonl'), '{"text":"first"}\n');
    writeFileSync(join(sessions, 'b.jsonl'), '{"text":"other"}\n');
    await begin();
    await untilEvents(2);
    const { listed } = work;
    appendFileSync(join(sessions, 'a.jsonl'), '{"text":"appended"}\n');
    await untilEvents(3);
    expect(found('appended')).toBe(1);
    expect(work.listed).toBe(listed);
    expect(summaries.at(-1)?.agents[0]?.files).toMatchObject({ grown: 1, unchanged: 0 });
  });

  it('finds sessions that begin, in folders that were not there', async () => {
    await begin();
    mkdirSync(sessions, { recursive: true });
    writeFileSync(join(sessions, 'new.jsonl'), '{"text":"begun"}\n');
    await untilEvents(1);
    expect(found('begun')).toBe(1);
  });

  it('marks what is removed, and keeps it', async () => {
    mkdirSync(sessions, { recursive: true });
    const path = join(sessions, 'a.jsonl');
    writeFileSync(path, '{"text":"first"}\n');
    await begin();
    await untilEvents(1);
    rmSync(path);
    await expect.poll(() => archive.originals.input(path)?.missingSince, { timeout: 10_000 }).toBeTruthy();
    expect(found('first')).toBe(1);
  });

  it('does not take what it cannot see for removed', async () => {
    mkdirSync(sessions, { recursive: true });
    const path = join(sessions, 'a.jsonl');
    writeFileSync(path, '{"text":"first"}\n');
    await begin();
    await watching?.close();
    renameSync(sessions, `${sessions}.away`);
    // Nothing below a link to itself can be seen, not even by a user who may read everything.
    symlinkSync(sessions, sessions);
    await begin();
    expect(archive.originals.input(path)?.missingSince).toBeNull();
    await watching?.close();
    rmSync(sessions);
    await begin();
    expect(archive.originals.input(path)?.missingSince).toBeTruthy();
  });

  it('does nothing while nothing happens', async () => {
    mkdirSync(sessions, { recursive: true });
    writeFileSync(join(sessions, 'a.jsonl'), '{"text":"first"}\n');
    await begin();
    await untilEvents(1);
    // Events of the writing itself may still be under way.
    await new Promise((resolve) => setTimeout(resolve, 100));
    const before = { ...work, summaries: summaries.length };
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect({ ...work, summaries: summaries.length }).toEqual(before);
  });
});
