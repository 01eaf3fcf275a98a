import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WritingProcess } from '../testing/writing-process.ts';
import { openDatabase } from './node-database.ts';

let root: string;
let folder: string;
let path: string;
let writer: WritingProcess;
const savedTemporary = process.env['TMPDIR'];

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'hansard-database-test-'));
  folder = join(root, 'agent');
  mkdirSync(folder);
  mkdirSync(join(root, 'tmp'));
  process.env['TMPDIR'] = join(root, 'tmp');
  path = join(folder, 'agent store.db');
  writer = new WritingProcess(path);
});

afterEach(async () => {
  await writer.kill();
  if (savedTemporary === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = savedTemporary;
  rmSync(root, { recursive: true, force: true });
});

const WAL = 'PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;';
const ROWS = "CREATE TABLE t (x INTEGER, y TEXT); INSERT INTO t VALUES (1, 'one'), (2, 'two');";

/** Everything an onlooker could see of the agent's folder. */
function listing(): string[] {
  return ['.', ...readdirSync(folder)].map((name) => {
    const file = statSync(join(folder, name), { bigint: true });
    return `${name} ${name === '.' ? '' : file.size} ${file.mtimeNs}`;
  });
}

const rows = async () => {
  const database = await openDatabase(path);
  const found = database?.all('SELECT x, y FROM t ORDER BY x');
  database?.close();
  return found?.map(({ x, y }) => `${x} ${y}`);
};

describe('a database that an agent is writing', () => {
  it('gives rows that are only in the write-ahead log, and leaves no trace', async () => {
    await writer.run(WAL + ROWS);
    expect(statSync(path).size).toBe(4096);
    const before = listing();
    expect(await rows()).toEqual(['1 one', '2 two']);
    expect(listing()).toEqual(before);
  });

  it('is one snapshot while the agent writes on, unhindered', async () => {
    await writer.run(WAL + ROWS);
    const database = await openDatabase(path);
    expect(await writer.run("INSERT INTO t VALUES (3, 'three')")).toBe('ok');
    expect(database?.all('SELECT count(*) AS n FROM t')).toEqual([{ n: 2 }]);
    expect(await writer.run('PRAGMA wal_checkpoint(PASSIVE)')).toBe('ok');
    expect(database?.all('SELECT count(*) AS n FROM t')).toEqual([{ n: 2 }]);
    database?.close();
    expect(await rows()).toHaveLength(3);
  });

  it('does not hold up an agent that uses a rollback journal', async () => {
    await writer.run(ROWS);
    const database = await openDatabase(path);
    const iterator = database?.iterate('SELECT x FROM t')[Symbol.iterator]();
    expect(iterator?.next().value).toEqual({ x: 1 });
    expect(await writer.run("INSERT INTO t VALUES (3, 'three')")).toBe('ok');
    database?.close();
  });

  it('shows the last committed state when the agent is in the middle of a large transaction', async () => {
    await writer.run(`${ROWS} PRAGMA cache_size = 1;`);
    const many = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)';
    await writer.run(`BEGIN IMMEDIATE; INSERT INTO t ${many} SELECT i, 'long text to spill pages' FROM n;`);
    expect(readdirSync(folder)).toContain('agent store.db-journal');
    const before = listing();
    expect(await rows()).toEqual(['1 one', '2 two']);
    expect(listing()).toEqual(before);
    expect(await writer.run('COMMIT')).toBe('ok');
  });
});

describe('a database whose agent is gone', () => {
  it('is read from a private copy when only the write-ahead log is left', async () => {
    await writer.run(WAL + ROWS);
    await writer.kill();
    rmSync(`${path}-shm`);
    const before = listing();
    expect(await rows()).toEqual(['1 one', '2 two']);
    expect(listing()).toEqual(before);
    expect(readdirSync(join(root, 'tmp'))).toEqual([]);
  });

  it('is read in place when a crash left log and shared memory', async () => {
    await writer.run(WAL + ROWS);
    await writer.kill();
    const before = listing();
    expect(await rows()).toEqual(['1 one', '2 two']);
    expect(listing()).toEqual(before);
  });

  it('is read in place when it was closed well', async () => {
    await writer.run(`${WAL}${ROWS} PRAGMA wal_checkpoint(TRUNCATE);`);
    await writer.kill();
    rmSync(`${path}-wal`);
    rmSync(`${path}-shm`);
    const before = listing();
    expect(await rows()).toEqual(['1 one', '2 two']);
    expect(listing()).toEqual(before);
  });
});

describe('what cannot be opened', () => {
  it('is undefined, not an error', async () => {
    expect(await openDatabase(join(folder, 'missing.db'))).toBeUndefined();
    expect(await openDatabase(folder)).toBeUndefined();
    writeFileSync(path, 'SQLite format 3\0 and then rubbish');
    expect(await openDatabase(path)).toBeUndefined();
    expect(readFileSync(path, 'utf8')).toContain('rubbish');
  });

  it('cannot be written to', async () => {
    await writer.run(WAL + ROWS);
    const database = await openDatabase(path);
    expect(() => database?.all("INSERT INTO t VALUES (9, '')")).toThrow();
    database?.close();
  });
});

it('gives integers beyond 2^53 as bigint and others as numbers', async () => {
  await writer.run(`${WAL} CREATE TABLE t (x, y); INSERT INTO t VALUES (9223372036854775807, 7);`);
  const database = await openDatabase(path);
  expect(database?.all('SELECT x, y FROM t')).toEqual([{ x: 9223372036854775807n, y: 7 }]);
  database?.close();
});
