/** The latest segments are found first, however many have a word: on every database the same as by sorting all of them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseQuery } from '@hansard/core/query/parse-query.ts';
import { wantedWords } from '@hansard/core/segments/segment-words.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeKey } from '../keys/make-key.ts';
import { PostgresServer, postgresPlaces } from '../testing/postgres-server.ts';
import { AT } from '../testing/samples.ts';
import { DAY, type Database, type SegmentRow } from './database.ts';
import { findSegments } from './find-segments.ts';
import { openPostgres } from './postgres/open-postgres.ts';
import { SqlHubStore } from './sql-hub-store.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';

const EVERYTHING = { sql: 'true', parameters: [] };
const wanted = (query: string) =>
  parseQuery(query, { now: 0, timezone: 'UTC' }).text.map((clause) => wantedWords(clause) ?? []);
/** Not in the order in which they happened, some days without any, and a time that is not known. */
const TIMES = [3.5, 1.2, 40.9, 2, 1.9, 400, 0, 3.1, 39.5, 2.5];

async function fill(database: Database): Promise<void> {
  const store = new SqlHubStore(database);
  await makeKey(store, { role: 'submitter' }, AT);
  await database.transaction(async (queries) => {
    const [key] = await queries.all('SELECT no FROM access_key');
    const [row] = await queries.all(
      `INSERT INTO transcript (id, key, project, generation, root, received, bytes, change, agent)
       SELECT 'a', $1, no, 1, '', 0, 0, 1, 'x' FROM project WHERE name = 'default' RETURNING no`,
      key?.['no'] as number,
    );
    const segments = TIMES.map((day, n): SegmentRow => {
      const empty = { body: new Uint8Array(), facts: new Uint8Array(), object: null, start: null, length: null };
      const words = ['every', n % 2 === 0 ? 'even' : 'odd', `only${n}`];
      const place = { no: n + 1, transcript: row?.['no'] as number, hash: `${n}`, position: n, bytes: 1 };
      return { ...empty, ...place, time: Math.round(day * DAY), words };
    });
    await database.segments.insert(queries, segments);
  });
}

const latest = (fits: (n: number) => boolean): number[] =>
  TIMES.flatMap((day, n) => (fits(n) ? [{ day, n }] : []))
    .sort((a, b) => b.day - a.day || b.n - a.n)
    .map(({ n }) => n + 1);

async function check(database: Database): Promise<void> {
  const find = async (query: string, limit: number, few?: number) =>
    (await findSegments(database, wanted(query), EVERYTHING, limit, few)).map(({ no }) => no);
  // Two are few here: words that more have are looked for day by day.
  for (const few of [2, undefined]) {
    expect(await find('every', 100, few)).toEqual(latest(() => true));
    expect(await find('even', 100, few)).toEqual(latest((n) => n % 2 === 0));
    expect(await find('odd every', 100, few)).toEqual(latest((n) => n % 2 === 1));
    expect(await find('only3', 100, few)).toEqual([4]);
    expect(await find('onl*', 100, few)).toEqual(latest(() => true));
    expect(await find('nothing', 100, few)).toEqual([]);
    expect((await find('every', 3, few)).slice(0, 4)).toEqual(latest(() => true).slice(0, 4));
  }
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function sqlite(): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), 'hansard-hub-'));
  folders.push(folder);
  return openSqlite(folder);
}

describe('on SQLite', () => {
  it('the latest come first', async () => {
    const database = await sqlite();
    await fill(database);
    await check(database);
    await database.close();
  });

  it('segments from before days were words are found as well', async () => {
    const database = await sqlite();
    await fill(database);
    await database.transaction(async (queries) => {
      await queries.run('DELETE FROM words WHERE rowid <= 6');
      for (let no = 1; no <= 6; no++) {
        const text = `every ${no % 2 === 1 ? 'even' : 'odd'} only${no - 1}`;
        await queries.run('INSERT INTO words (rowid, body) VALUES ($1, $2)', no, text);
      }
      await queries.run("UPDATE counter SET value = 6 WHERE name = 'dayless'");
    });
    await check(database);
    await database.close();
  });
});

const place = postgresPlaces().at(-1);

describe.skipIf(!place)('on PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.start(place as NonNullable<typeof place>);
  });
  afterAll(() => server.stop());

  it('the latest come first', async () => {
    const database = await openPostgres(await server.database(), () => {});
    await fill(database);
    await check(database);
    await database.close();
  });
});
