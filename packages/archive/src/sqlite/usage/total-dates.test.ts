/** A total that stands in a file of its own is of the session's time, not of the file's. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adapters, loadPriceBook } from '@hansard/core';
import { readNumbers } from '@hansard/core/numbers/report.ts';
import { goldenCases, hostOf } from '@hansard/core/testing/fixtures.ts';
import { expect, it } from 'vitest';
import { Archive } from '../../archive.ts';
import { sync } from '../../sync/sync.ts';

const NOW = '2027-01-01T00:00:00.000Z';

it('counts a copied file on the day of its session, whichever comes first', async () => {
  const golden = goldenCases().find(({ agent, name }) => agent === 'factory-droid' && name === 'basic');
  if (!golden) throw new Error('the case is gone');
  const home = mkdtempSync(join(tmpdir(), 'hansard-dates-'));
  const host = hostOf(golden, { env: { HANSARD_HOME: home } });
  const log = [...host.files].filter(([path]) => path.endsWith('.jsonl'));
  const archive = await Archive.open(host, adapters);
  try {
    for (const [path] of log) host.files.delete(path);
    await sync({ archive, adapters, host, now: NOW });
    for (const [path, bytes] of log) host.files.set(path, bytes);
    await sync({ archive, adapters, host, now: NOW });
    const prices = await loadPriceBook();
    const { groups } = await readNumbers(archive.store, { by: ['day'], timezone: 'UTC', prices });
    expect(groups.map(({ key, own }) => [key[0], own.input > 0, own.largest])).toEqual([['2026-11-15', true, 0]]);
  } finally {
    archive.close();
    rmSync(home, { recursive: true, force: true });
  }
});
