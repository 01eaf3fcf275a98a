/**
 * Moves a hub from one database to another that is empty: every row as it is, to the byte, so that receipts and the log stay
 * true. Words are made anew from the bodies. The one before takes nothing any more.
 */
import { type Event, Failure } from '@hansard/core';
import { SegmentWords } from '@hansard/core/segments/segment-words.ts';
import type { Bodies } from '../bodies/contract.ts';
import { unpack } from '../codec.ts';
import type { Database, Queries, Row, SegmentRow, Value } from './database.ts';
import { Packs } from './packs.ts';

const AT_ONCE = 200;
/** Made by the steps of the schema. */
const THERE_ALREADY = ['project', 'counter'];

export interface Moved {
  readonly tables: Readonly<Record<string, number>>;
}

export interface MoveOptions {
  readonly from: Database;
  readonly to: Database;
  /** Where bodies lie, if not in the database: they stay there. */
  readonly bodies?: Bodies | undefined;
  readonly progress?: (table: string, rows: number) => void;
}

export async function moveHub({ from, to, bodies, progress = () => {} }: MoveOptions): Promise<Moved> {
  const tables: Record<string, number> = {};
  await to.transaction(async (target) => {
    await checkEmpty(target);
    for (const table of THERE_ALREADY) await target.run(`DELETE FROM ${table}`);
    await from.transaction(async (source) => {
      const packs = bodies && new Packs(from, bodies);
      for (const table of await from.tables(source)) {
        tables[table] = await copyTable({ source, target, to, packs }, table, (rows) => progress(table, rows));
      }
      await to.numberOn(target, Object.keys(tables));
    });
  });
  // Only when all of it is there.
  await from.retire();
  return { tables };
}

async function checkEmpty(target: Queries): Promise<void> {
  for (const table of ['access_key', 'transcript', 'log']) {
    const [row] = await target.all(`SELECT count(*) AS rows FROM ${table}`);
    if (Number(row?.['rows']) === 0) continue;
    throw new Failure('bad-argument', 'The database that the hub is to be moved to is not empty.', {
      remedy: 'Give one that has no hub in it; nothing was changed.',
    });
  }
}

interface Copying {
  readonly source: Queries;
  readonly target: Queries;
  readonly to: Database;
  readonly packs: Packs | undefined;
}

async function copyTable(copying: Copying, table: string, progress: (rows: number) => void): Promise<number> {
  let rows = 0;
  for await (const page of pagesOf(copying.source, table)) {
    if (table === 'segment') await copySegments(copying, page);
    else await insert(copying.target, table, page);
    rows += page.length;
    progress(rows);
  }
  return rows;
}

/** Of a long table some at a time. */
async function* pagesOf(source: Queries, table: string): AsyncGenerator<readonly Row[]> {
  const [first] = await source.all(`SELECT * FROM ${table} LIMIT 1`);
  if (!first) return;
  if (!('no' in first)) return yield await source.all(`SELECT * FROM ${table}`);
  for (let after = -1; ; ) {
    const page = await source.all(`SELECT * FROM ${table} WHERE no > $1 ORDER BY no LIMIT ${AT_ONCE}`, after);
    if (page.length > 0) yield page;
    if (page.length < AT_ONCE) return;
    after = page.at(-1)?.['no'] as number;
  }
}

async function insert(target: Queries, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const most = Math.max(1, Math.floor(10_000 / columns.length));
  for (let at = 0; at < rows.length; at += most) {
    const some = rows.slice(at, at + most);
    const values = some.map((_, i) => `(${columns.map((_column, n) => `$${i * columns.length + n + 1}`).join(', ')})`);
    await target.run(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${values.join(', ')}`,
      ...some.flatMap((row) => columns.map((column) => row[column] as Value)),
    );
  }
}

async function copySegments({ target, to, packs }: Copying, rows: readonly Row[]): Promise<void> {
  const elsewhere = rows.filter(({ object }) => object !== null);
  if (elsewhere.length > 0 && !packs) {
    throw new Failure('bad-argument', 'Bodies of this hub lie in a bucket.', { remedy: 'Name it with --bodies.' });
  }
  const read = await packs?.read(elsewhere);
  const segments = rows.map((row) => {
    const body = read?.get(row['no'] as number) ?? (row['body'] as Uint8Array);
    return { ...(row as unknown as SegmentRow), words: wordsIn(body) };
  });
  await to.segments.insert(target, segments);
}

function wordsIn(body: Uint8Array): readonly string[] {
  const words = new SegmentWords();
  for (const line of unpack(body).split('\n').slice(0, -1)) words.add(JSON.parse(line) as Event);
  return words.words;
}
