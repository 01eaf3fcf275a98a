/** What Kilo adds to OpenCode's database, and that its two sources agree. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { StoreDatabase } from '../../host.ts';
import { Collector } from '../../reading/collector.ts';
import { readStoreSession } from '../../reading/part-reader.ts';
import { readFolder } from '../../reading/read-session.ts';
import { HOME, hostOf, sha256 } from '../../testing/fixtures.ts';
import { databaseFromSql, sqlAsDatabase } from '../../testing/sql-database.ts';
import { store } from './dialects.ts';
import { kilo } from './index.ts';

const fixtures = fileURLToPath(new URL('fixtures', import.meta.url));
const MAIN = 'ses_e1e88f247ffe8AMttzrh0476MN';
const CHILD = 'ses_e1e88ba3bffeCMqdQsZXS8E7Gd';

function open(): StoreDatabase {
  const sql = readFileSync(join(fixtures, 'database/input/.local/share/kilo/kilo.db.sql'));
  const database = databaseFromSql('kilo.db', sqlAsDatabase(sql));
  if (!database) throw new Error('no SQLite here');
  return database;
}

async function eventsOf(name: string) {
  const { reads } = await readFolder([kilo], hostOf({ agent: 'kilo', name, folder: join(fixtures, name) }), HOME);
  return reads.find(({ facts }) => facts.nativeId === MAIN)?.events ?? [];
}

describe('the board', () => {
  const post = `INSERT INTO kilo_board_message VALUES ('brd_1', '${MAIN}', 1, 1794784053000, '${CHILD}', 'all', 'note', 'README is fine', NULL, 'msg_1', 'call_1')`;

  it('changes its session when another one writes on it', () => {
    const database = open();
    const { cursor } = store.sessions(database);
    expect(store.sessions(database, cursor).changed).toEqual([]);
    database.all(post);
    expect(store.sessions(database, cursor).changed).toEqual([MAIN]);
    expect(store.sessions(database, store.sessions(database, cursor).cursor).changed).toEqual([]);
    expect(store.sessions(database, 'garbage').changed.length).toBe(2);
  });

  it('holds words of agents, not of the user', () => {
    const database = open();
    database.all(post);
    const sink = new Collector(sha256);
    readStoreSession(store, database, MAIN, sink, {});
    const { type, text, status, audience } = sink.events.find(({ id }) => id === 'brd_1') ?? {};
    const told = { type: 'system', text: 'README is fine', audience: 'model' };
    expect({ type, text, status, audience }).toEqual({ ...told, status: { label: 'board-message', detail: 'note' } });
  });

  it('may be missing', () => {
    const database = open();
    database.all('DROP TABLE kilo_board_message');
    const sink = new Collector(sha256);
    readStoreSession(store, database, MAIN, sink, {});
    expect(sink.problems).toEqual([]);
    expect(store.sessions(database, store.sessions(database).cursor).changed).toEqual([]);
  });
});

describe('the run stream', () => {
  it('tells the same texts, calls and results as the database', async () => {
    const told = new Set(['assistant_message', 'tool_call', 'tool_result']);
    const essence = async (name: string) =>
      (await eventsOf(name))
        .filter(({ type }) => told.has(type))
        .map(({ id, text, tool, parts }) => ({ id, text, tool, parts }))
        .sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(await essence('run-stream')).toEqual(await essence('database'));
  });
});
