import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Archive } from '../archive.ts';
import { loadSqlite } from '../host/sqlite-module.ts';
import { sync } from '../sync/sync.ts';
import { logOf, SampleMachine, sampleAgent } from '../testing/sample-agent.ts';
import { WritingProcess } from '../testing/writing-process.ts';
import { isStorageFailure, storageError } from './storage-failure.ts';

const NOW = '2026-02-01T00:00:00.000Z';
const adapters = [sampleAgent()];
let home: string;
let machine: SampleMachine;
let archive: Archive;

const session = (name: string, count = 40) =>
  logOf(Array.from({ length: count }, (_, n) => ({ session: name, id: `${name}-${n}`, text: `${n} ${noise(n)}` })));
/** Does not compress well. */
const noise = (seed: number) => {
  let [text, value] = ['', seed + 1];
  for (let i = 0; i < 300; i++) {
    value = (value * 48271) % 2147483647;
    text += ` ${value.toString(36)}`;
  }
  return text;
};

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'hansard-storage-'));
  machine = new SampleMachine(home, { 'logs/first.jsonl': session('first') });
  archive = await Archive.open(machine, adapters);
  await run();
});
afterEach(() => {
  try {
    archive.close();
  } catch {}
  rmSync(home, { recursive: true, force: true });
});

const run = () => sync({ archive, adapters, host: machine, now: NOW });
const file = () => join(home, 'archive.db');
const eventsIn = async () => (await archive.events.page(1, 0, 1000)).length;

describe('a full disk', () => {
  it('stops the sync with a clear failure, and nothing is lost', async () => {
    machine.append('logs/first.jsonl', session('first').replaceAll('first-', 'first-b'));
    for (const n of [1, 2, 3]) machine.write(`logs/s${n}.jsonl`, session(`s${n}`, 200));
    const { page_count: pages } = archive.sql.get('PRAGMA page_count') as { page_count: number };
    archive.sql.get(`PRAGMA max_page_count = ${pages + 4}`);
    await expect(run()).rejects.toMatchObject({ code: 'archive-full', remedy: expect.stringContaining('space') });
    expect(await eventsIn()).toBe(40);
    expect(archive.sql.get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' });

    archive.sql.get('PRAGMA max_page_count = 1073741823');
    expect((await run()).problems).toEqual([]);
    expect(await eventsIn()).toBe(80);
    expect(archive.sizes()).toEqual({ sessions: 4, events: 680 });
  });
});

describe('an archive that another program is writing to', () => {
  it('is waited for, and then reported; what was there stays readable', async () => {
    const other = new WritingProcess(file());
    try {
      expect(await other.run('BEGIN IMMEDIATE')).toBe('ok');
      archive.sql.get('PRAGMA busy_timeout = 40');
      machine.write('logs/second.jsonl', session('second'));
      await expect(run()).rejects.toMatchObject({ code: 'archive-locked' });
      expect(await eventsIn()).toBe(40);
      expect(await other.run('COMMIT')).toBe('ok');
    } finally {
      await other.kill();
    }
    expect((await run()).problems).toEqual([]);
    expect(archive.sizes()).toEqual({ sessions: 2, events: 80 });
  });

  it('that was killed in the middle is not held up by it', async () => {
    const other = new WritingProcess(file());
    await other.run("BEGIN IMMEDIATE; UPDATE session SET title = 'half done'; DELETE FROM event");
    await other.kill();
    machine.write('logs/second.jsonl', session('second'));
    expect((await run()).problems).toEqual([]);
    expect(archive.sql.get('SELECT title FROM session WHERE id = 1')).toEqual({ title: null });
    expect(await eventsIn()).toBe(40);
  });
});

describe('a damaged file', () => {
  it('is reported, and left as it is', async () => {
    archive.sql.get('PRAGMA wal_checkpoint(TRUNCATE)');
    archive.close();
    const bytes = statSync(file()).size;
    const damaged = openSync(file(), 'r+');
    for (let at = 8192; at < bytes; at += 8192) writeSync(damaged, Buffer.alloc(4000, 0xa5), 0, 4000, at);
    closeSync(damaged);
    const before = readFileSync(file());
    await expect(
      (async () => {
        archive = await Archive.open(machine, adapters);
        machine.write('logs/second.jsonl', session('second'));
        await run();
      })(),
    ).rejects.toMatchObject({ code: 'archive-damaged', remedy: expect.stringContaining('backup') });
    expect(readFileSync(file()).equals(before)).toBe(true);
  });

  it.each([['no database at all', 'this is no database, but it is long enough to be taken for one'.repeat(50)]])(
    'that is %s is reported, and left as it is',
    async (_what, text) => {
      archive.close();
      for (const name of ['archive.db', 'archive.db-wal', 'archive.db-shm']) rmSync(join(home, name), { force: true });
      writeFileSync(file(), text);
      await expect(Archive.open(machine, adapters)).rejects.toMatchObject({ code: 'archive-damaged' });
      expect(readFileSync(file(), 'utf8')).toBe(text);
    },
  );

  it('of another program is refused, and left as it is', async () => {
    archive.close();
    rmSync(file());
    const Sqlite = (await loadSqlite()) as NonNullable<Awaited<ReturnType<typeof loadSqlite>>>;
    const other = new Sqlite(file());
    other.exec('CREATE TABLE bookmarks (url TEXT)');
    other.close();
    await expect(Archive.open(machine, adapters)).rejects.toMatchObject({ code: 'archive-damaged' });
    const again = new Sqlite(file());
    expect(again.prepare('SELECT name FROM sqlite_master').all()).toEqual([{ name: 'bookmarks' }]);
    again.close();
  });
});

describe('damaged pages', () => {
  type Sqlite = NonNullable<Awaited<ReturnType<typeof loadSqlite>>>;

  /** Everything in every table, all at once and one row after the other. */
  const errorsIn = (Sqlite: Sqlite, path: string): unknown[] => {
    const errors: unknown[] = [];
    const attempt = (work: () => unknown) => {
      try {
        work();
      } catch (error) {
        errors.push(storageError(error));
      }
    };
    attempt(() => {
      const database = new Sqlite(path);
      try {
        const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
        for (const { name } of tables) {
          const text = `SELECT * FROM "${name}"`;
          attempt(() => database.prepare(text).all());
          attempt(() => Array.from(database.prepare(text).iterate()));
        }
      } finally {
        database.close();
      }
    });
    return errors;
  };

  it('are named wherever a statement meets them', async () => {
    archive.sql.get('PRAGMA wal_checkpoint(TRUNCATE)');
    archive.close();
    const Sqlite = (await loadSqlite()) as Sqlite;
    const whole = readFileSync(file());
    const [errors, pages] = [[] as unknown[], whole.length / 4096];
    const copy = join(home, 'damaged.db');
    for (let page = 1; page < pages; page += Math.ceil(pages / 40)) {
      const bytes = Buffer.from(whole);
      bytes.fill(page % 2 === 0 ? 0 : 0xa5, page * 4096, page * 4096 + 4096);
      writeFileSync(copy, bytes);
      errors.push(...errorsIn(Sqlite, copy));
    }
    expect(errors.length).toBeGreaterThan(3);
    expect(errors.filter((error) => !isStorageFailure(error))).toEqual([]);
  });
});

it('leaves errors of other kinds as they are', () => {
  const errors = [new Error('x'), Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode: 1 }), undefined];
  for (const error of errors) {
    expect(storageError(error)).toBe(error);
    expect(isStorageFailure(storageError(error))).toBe(false);
  }
  const full = storageError(Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode: 13 }));
  expect(isStorageFailure(full)).toBe(true);
  expect(storageError(full)).toBe(full);
});
