/** Logs of every agent, cut at every record: what was told of a session before is told the same way afterwards. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adapters, type Detected, detectFile, type LocatedInput } from '@hansard/core';
import type { UniversalEvent } from '@hansard/core/formats/universal/event.ts';
import { goldenCases, hostOf } from '@hansard/core/testing/fixtures.ts';
import type { MemoryHost } from '@hansard/core/testing/memory-host.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Archive } from '../../archive.ts';
import { universalPages, violationsOf } from '../../testing/universal-pages.ts';

interface Log {
  readonly input: LocatedInput;
  readonly detected: Detected;
}

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'hansard-universal-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

describe('the universal stream of a log that grows', () => {
  it.each(goldenCases())('keeps its numbers: $agent $name', async (golden) => {
    const host = hostOf(golden, { env: { HANSARD_HOME: home } });
    const logs = await logsOf(host);
    const archive = await Archive.open(host, adapters);
    const told = new Map<number, object[]>();
    try {
      for (const [log, bytes] of growing(host, logs)) {
        await keep(archive, host, log, bytes);
        for (const { id } of archive.sql.all('SELECT id FROM session')) {
          const before = told.get(id as number) ?? [];
          const added = await universalPages(archive, id as number, before.length);
          told.set(id as number, [...before, ...added.map(lasting)]);
        }
      }
      for (const [session, events] of told) {
        // A wire that did not say at first of which session it tells is that session's.
        if (archive.sql.get('SELECT 1 FROM session_alias WHERE number = ?', session)) continue;
        const whole = await universalPages(archive, session, 0, 7);
        expect(whole.map(lasting)).toEqual(events);
        expect(violationsOf(whole)).toEqual([]);
        expect(whole.map(({ type }) => type)).not.toContain('session.ended');
      }
    } finally {
      archive.close();
    }
  });
});

/** What has to stay of an event. */
const lasting = ({ sequence, event_id, type, data }: UniversalEvent) => ({
  sequence,
  event_id,
  type,
  item: 'item' in data ? data.item.item_id : 'item_id' in data ? data.item_id : undefined,
});

async function logsOf(host: MemoryHost): Promise<Log[]> {
  const logs: Log[] = [];
  for (const path of host.files.keys()) {
    const detected = await detectFile(adapters, host, path);
    if (detected?.dialect.kind !== 'log') continue;
    const own = (await detected.adapter.inputsOf(host, path)).find((input) => input.path === path);
    if (own?.role === 'side') continue;
    logs.push({ input: { path, kind: 'log', role: 'session', facts: own?.facts }, detected });
  }
  return logs;
}

/** How much of a log there is, record by record, one log after the other. */
function* growing(host: MemoryHost, logs: readonly Log[]): Iterable<[Log, number]> {
  for (const log of logs) {
    const bytes = host.files.get(log.input.path) ?? new Uint8Array();
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) yield [log, at + 1];
  }
}

async function keep(archive: Archive, host: MemoryHost, { input, detected }: Log, bytes: number): Promise<void> {
  const modifiedAt = new Date(Date.UTC(2026, 0, 1) + bytes).toISOString();
  const keeper = archive.keeper({ host, now: modifiedAt, blockBytes: 1000, unitBytes: 2000 });
  await keeper.keep(detected.adapter, input, { bytes, modifiedAt, folder: false });
  keeper.flush();
}
