import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadPriceBook } from '@hansard/core';
import { fc } from '@hansard/core/testing/property.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Archive } from '../archive.ts';
import { backup } from '../backups/backup.ts';
import { importBackup } from '../backups/import-backup.ts';
import { doctor } from '../doctor/doctor.ts';
import { openBackup } from '../sqlite/opening/open-backup.ts';
import type { InputRow } from '../sqlite/originals/originals.ts';
import { sync } from '../sync/sync.ts';
import { documentOf, FOLDER, logOf, SampleMachine, sampleAgent, storeOf } from '../testing/sample-agent.ts';
import { rebuild } from './rebuild.ts';
import { restore } from './restore.ts';

const NOW = '2026-02-01T00:00:00.000Z';
const adapter = sampleAgent();
let home: string;
let machine: SampleMachine;
let archive: Archive;

const records = (session: string) =>
  Array.from({ length: 40 }, (_, n) => ({
    session,
    id: `${session}-${n}`,
    role: n % 2 === 0 ? ('user' as const) : ('assistant' as const),
    text: `words ${n} of ${session}`,
    at: n,
    title: `title of ${session}`,
  }));

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'hansard-bits-'));
  machine = new SampleMachine(home, {
    'logs/log.jsonl': logOf(records('log')),
    'documents/doc.json': documentOf(records('doc')),
    'store.db': storeOf(records('row')),
  });
  archive = await Archive.open(machine, [adapter]);
  await run();
});
afterEach(() => {
  archive.close();
  rmSync(home, { recursive: true, force: true });
});

const run = () => sync({ archive, adapters: [adapter], host: machine, now: NOW });
const remake = () => rebuild(archive, { host: machine, adapters: [adapter], now: NOW });
const originalsFound = async () => {
  const prices = await loadPriceBook();
  const findings = await doctor(archive, { adapters: [adapter], host: machine, now: NOW, prices });
  return findings.find(({ check }) => check === 'originals');
};
const inputOf = (kind: string): InputRow =>
  archive.originals.all().find((row) => row.kind === kind && archive.originals.latest(row.id)) as InputRow;
const bytesOf = (row: InputRow): Buffer =>
  Buffer.concat([...archive.originals.read(archive.originals.latest(row.id) as { id: number })]);

/** Changes one bit in what is stored of an input. */
function flip(row: InputRow, column: 'data' | 'hash', bit: number): void {
  const [block] = archive.sql.all(
    `SELECT b.id, b.${column} AS value FROM block b JOIN manifest m ON m.block_id = b.id
     JOIN version v ON v.id = m.version_id WHERE v.input_id = ?`,
    row.id,
  );
  const bytes = Buffer.from(block?.['value'] as Uint8Array);
  const at = (bit >> 3) % bytes.length;
  bytes[at] = (bytes[at] as number) ^ (1 << (bit & 7));
  archive.sql.run(`UPDATE block SET ${column} = ? WHERE id = ?`, bytes, block?.['id'] as number);
}

/** The last bit of a packed block may mean nothing; this one never does. */
const TELLING_BIT = 8 * 40;

describe('one flipped bit', () => {
  it('never makes restore write anything but what the agent wrote', () => {
    const row = inputOf('log');
    const whole = bytesOf(row);
    const target = join(home, 'restored.jsonl');
    const check = fc.property(fc.nat(1 << 16), fc.constantFrom('data' as const, 'hash' as const), (bit, column) => {
      flip(row, column, bit);
      try {
        restore(archive.originals, row, target, { force: true });
        expect(readFileSync(target).equals(whole)).toBe(true);
      } catch (error) {
        expect(error).toMatchObject({ code: 'original-damaged', message: expect.stringContaining('log.jsonl') });
      } finally {
        flip(row, column, bit);
      }
    });
    fc.assert(check, { numRuns: 300 });
    expect(bytesOf(row).equals(whole)).toBe(true);
  });

  it.each([
    ['a block of another length', 'UPDATE block SET bytes = bytes + 64'],
    ['an unknown codec', 'UPDATE block SET codec = codec + 8'],
    ['a block that is elsewhere', 'UPDATE manifest SET start = start + 4'],
    ['a version of another length', 'UPDATE version SET bytes = bytes + 1024'],
  ])('is found in what describes originals: %s', async (_name, sql) => {
    archive.sql.run(sql);
    expect(() => restore(archive.originals, inputOf('log'), join(home, 'out'))).toThrow('damaged');
    expect(await originalsFound()).toMatchObject({ level: 'attention' });
  });

  it.each(['log', 'document', 'store'])(
    'is found by the doctor in a %s, with its session and what to do',
    async (kind) => {
      expect(await originalsFound()).toMatchObject({ level: 'fine' });
      const row = inputOf(kind);
      flip(row, 'data', TELLING_BIT);
      const session = { log: 'log', document: 'doc', store: 'row' }[kind];
      expect(await originalsFound()).toMatchObject({
        level: 'attention',
        remedy: expect.stringContaining('hansard rebuild'),
        details: [expect.stringMatching(`#\\d+ .*title of ${session}.*${row.path}, bytes 0 to \\d+`)],
      });
    },
  );

  it.each(['log', 'document', 'store'])('is mended by rebuild from what the agent has: a %s', async (kind) => {
    const row = inputOf(kind);
    const whole = bytesOf(row);
    for (const column of ['data', 'hash'] as const) {
      flip(row, column, TELLING_BIT);
      expect(await remake()).toMatchObject({ mended: 1, problems: [], newEvents: 0 });
      expect(bytesOf(row).equals(whole)).toBe(true);
    }
    expect(await originalsFound()).toMatchObject({ level: 'fine' });
  });

  it('stays, and is told by rebuild with its session, when no intact copy is left; what was read before stays too', async () => {
    const row = inputOf('log');
    machine.remove('logs/log.jsonl');
    flip(row, 'data', TELLING_BIT);
    const before = archive.sizes();
    const { problems, mended } = await remake();
    expect({ problems, mended }).toMatchObject({
      mended: 0,
      problems: [{ path: row.path, message: expect.stringMatching(/title of log.*import/) }],
    });
    expect(archive.sizes()).toEqual(before);
  });

  it('is mended by rebuild from a backup that the archive knows of', async () => {
    const row = inputOf('log');
    const whole = bytesOf(row);
    await backup(archive, join(home, 'copy.db'), { now: NOW });
    machine.remove('logs/log.jsonl');
    flip(row, 'data', TELLING_BIT);
    expect(await remake()).toMatchObject({ mended: 1, problems: [] });
    expect(bytesOf(row).equals(whole)).toBe(true);
  });

  it('is mended by importing a backup', async () => {
    const row = inputOf('log');
    const whole = bytesOf(row);
    const path = join(home, 'copy.db');
    await backup(archive, path, { now: NOW });
    flip(row, 'data', TELLING_BIT);
    const copy = await openBackup(path);
    if (!copy) throw new Error('no backup');
    await importBackup(archive, copy, { host: machine, adapters: [adapter], now: NOW });
    copy.close();
    expect(bytesOf(row).equals(whole)).toBe(true);
  });

  it('is told by backup, and never takes the place of a backup that is whole', async () => {
    const path = join(home, 'copy.db');
    expect((await backup(archive, path, { now: NOW })).damaged).toEqual([]);
    const whole = readFileSync(path);
    flip(inputOf('log'), 'data', TELLING_BIT);
    await expect(backup(archive, path, { now: NOW, force: true })).rejects.toMatchObject({
      code: 'original-damaged',
      message: expect.stringContaining('title of log'),
    });
    expect(readFileSync(path).equals(whole)).toBe(true);
    const other = await backup(archive, join(home, 'other.db'), { now: NOW });
    expect(other.damaged).toEqual([expect.stringContaining('title of log')]);
  });

  it('is mended by an intact copy of the log that is archived afterwards', async () => {
    const row = inputOf('log');
    const whole = bytesOf(row);
    flip(row, 'data', TELLING_BIT);
    machine.write('logs/copy.jsonl', whole);
    await run();
    expect(bytesOf(row).equals(whole)).toBe(true);
    expect(bytesOf(archive.originals.input(`${FOLDER}/logs/copy.jsonl`) as InputRow).equals(whole)).toBe(true);
  });

  it('is mended when the log grows, which goes on where it was', async () => {
    const row = inputOf('log');
    flip(row, 'data', TELLING_BIT);
    machine.append('logs/log.jsonl', logOf([{ session: 'log', id: 'last', text: 'the end', at: 99 }]));
    await run();
    expect(archive.originals.versions(row.id)).toHaveLength(1);
    expect(bytesOf(row).equals(machine.files.get(row.path) as Uint8Array)).toBe(true);
  });
});
