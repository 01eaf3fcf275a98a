/** Every golden case of every adapter comes out of a rebuild as it was, although nothing is left of its files. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adapters } from '@hansard/core';
import { goldenCases, hostOf } from '@hansard/core/testing/fixtures.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Archive } from '../archive.ts';
import { sync } from '../sync/sync.ts';
import { rebuild } from './rebuild.ts';

const NOW = '2026-02-01T00:00:00.000Z';
let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'hansard-rebuild-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

it.each(goldenCases())('$agent: $name', async (golden) => {
  const host = hostOf(golden, { env: { HANSARD_HOME: home } });
  const archive = await Archive.open(host, adapters);
  try {
    await sync({ archive, adapters, host, now: NOW });
    const before = await contentsOf(archive);
    host.files.clear();
    expect(await rebuild(archive, { host, adapters, now: NOW })).toMatchObject({ newEvents: 0, problems: [] });
    expect(await contentsOf(archive)).toEqual(before);
  } finally {
    archive.close();
  }
});

async function contentsOf(archive: Archive) {
  const { sql } = archive;
  const events = [];
  for (const { id } of sql.all('SELECT id FROM session ORDER BY id')) {
    events.push(...(await archive.events.page(id as number, 0, 1_000_000)));
  }
  return {
    events,
    rows: sql.all('SELECT * FROM event ORDER BY id').map(({ pass: _pass, ...row }) => row),
    sessions: sql.all('SELECT * FROM session ORDER BY id'),
    usage: sql.all('SELECT * FROM usage ORDER BY session_id, response'),
    sums: sql.all('SELECT * FROM usage_sum ORDER BY session_id, slot, model, size, subagent, own, inferred'),
    touches: sql.all('SELECT path_id, event_id, action FROM touch ORDER BY path_id, event_id'),
    times: sql.all('SELECT * FROM tool_time ORDER BY event_id'),
    problems: sql.all('SELECT input_id, kind, message, line, start, stop, pointer FROM problem ORDER BY input_id, id'),
    words: sql.all('SELECT id, sz FROM event_text_docsize ORDER BY id'),
  };
}
