/**
 * Agents keep credentials in the same databases as their sessions. Whatever a reader asks a database for, it is never those: each
 * database of the golden cases gets tables and keys with a planted token, and no row that is given out may hold it.
 */
import { describe, expect, it } from 'vitest';
import type { SqlRow, StoreDatabase } from '../host.ts';
import { Collector } from '../reading/collector.ts';
import { detect } from '../reading/detect.ts';
import { databaseHead, isDatabase } from '../reading/head.ts';
import { readStoreSession } from '../reading/part-reader.ts';
import { goldenCases, HOME, inputFiles, sha256 } from '../testing/fixtures.ts';
import { databaseFromSql } from '../testing/sql-database.ts';
import { adapters } from './index.ts';

const PLANTED = 'planted-token-4711';

/** Where agents and editors are known to keep them: tables of their own, and keys in a table of many things. */
const TABLES = ['auth_kv', 'credentials', 'account', 'identity', 'secrets', 'state_meta'];
const KEYS = ['cursorAuth/accessToken', 'cursorAuth/refreshToken', 'secret://auth', 'github.auth', 'zzz'];

const databases = goldenCases().flatMap((golden) =>
  Object.entries(inputFiles(golden))
    .filter(([, bytes]) => isDatabase(bytes))
    .map(([path, bytes]) => ({ name: `${golden.agent}: ${golden.name} ${path.slice(HOME.length + 1)}`, path, bytes })),
);

function plant(database: StoreDatabase): number {
  let planted = 0;
  const run = (sql: string, ...values: string[]) => {
    database.all(sql, ...values);
    planted++;
  };
  const tables = databaseHead(database).tables ?? {};
  for (const table of TABLES.filter((name) => !tables[name])) {
    run(`CREATE TABLE ${table} (key TEXT, value TEXT)`);
    run(`INSERT INTO ${table} VALUES ('token', ?)`, PLANTED);
  }
  for (const [table, columns] of Object.entries(tables)) {
    // A table of conversations has nothing else in it.
    const isOfKeys = !/^conversations/.test(table) && ['key', 'value'].every((name) => columns.includes(name));
    if (isOfKeys) for (const key of KEYS) run(`INSERT INTO "${table}" (key, value) VALUES (?, ?)`, key, PLANTED);
  }
  return planted;
}

/** Notes every row that is given out. */
function watched(database: StoreDatabase, rows: SqlRow[]): StoreDatabase {
  const noted = (row: SqlRow) => {
    rows.push(row);
    return row;
  };
  return {
    all: (sql, ...values) => database.all(sql, ...values).map(noted),
    *iterate(sql, ...values) {
      for (const row of database.iterate(sql, ...values)) yield noted(row);
    },
    unzstd: (data) => database.unzstd?.(data),
    close: () => database.close(),
  };
}

describe.each(databases)('$name', ({ path, bytes }) => {
  it('is read without its credentials', () => {
    const database = databaseFromSql(path, bytes);
    if (!database) throw new Error('no SQLite here');
    expect(plant(database)).toBeGreaterThan(TABLES.length);
    const rows: SqlRow[] = [];
    const seen = watched(database, rows);
    const dialect = detect(adapters, databaseHead(seen))?.dialect;
    if (dialect?.kind !== 'store') throw new Error('not recognised');
    for (const session of dialect.sessions(seen).changed)
      readStoreSession(dialect, seen, session, new Collector(sha256), {});
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.filter((row) => Object.values(row).some((value) => String(value).includes(PLANTED)))).toEqual([]);
  });
});

it('tries every kind of database', () => {
  const stores = adapters.flatMap(({ id, dialects }) => (dialects.some(({ kind }) => kind === 'store') ? [id] : []));
  expect(stores.filter((id) => !databases.some(({ name }) => name.startsWith(`${id}: `)))).toEqual([]);
});
