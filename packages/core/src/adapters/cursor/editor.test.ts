/** What only the editor's store can get wrong: which sessions changed, and which keys are asked for. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { SqlValue, StoreDatabase } from '../../host.ts';
import { databaseFromSql, sqlAsDatabase } from '../../testing/sql-database.ts';
import { editor } from './editor.ts';

const FIXTURE = 'fixtures/editor/input/.config/Cursor/User/globalStorage/state.vscdb.sql';
const MAIN = '6f1d0c1e-2222-4333-8444-555566667777';
const CHILD = '7a2e0c1e-2222-4333-8444-555566668888';
const INLINE = '3c3c0c1e-2222-4333-8444-555566669999';

function open(change = ''): StoreDatabase {
  const sql = readFileSync(fileURLToPath(new URL(FIXTURE, import.meta.url)), 'utf8');
  const database = databaseFromSql('state.vscdb', sqlAsDatabase(Buffer.from(sql + change)));
  if (!database) throw new Error('no SQLite here');
  return database;
}

it('names every conversation at first, and none when nothing changed', () => {
  const { changed, cursor } = editor.sessions(open());
  expect(changed).toEqual([MAIN, CHILD, INLINE]);
  expect(editor.sessions(open(), cursor)).toEqual({ changed: [], cursor });
});

it('names the conversation of a bubble that was added or written again', () => {
  const { cursor } = editor.sessions(open());
  const add = `INSERT INTO cursorDiskKV VALUES ('bubbleId:${CHILD}:new', '{"type":2,"bubbleId":"new","text":"More."}');`;
  expect(editor.sessions(open(add), cursor).changed).toEqual([CHILD]);
  const again = `INSERT INTO cursorDiskKV VALUES ('bubbleId:${MAIN}:b0000007-0000-4000-8000-000000000000', '{"type":2}');`;
  expect(editor.sessions(open(again), cursor).changed).toEqual([MAIN]);
});

it('names all of them when the rows have other numbers, as after compacting', () => {
  const { cursor } = editor.sessions(open());
  const compacted = 'UPDATE cursorDiskKV SET rowid = rowid - 100; UPDATE cursorDiskKV SET rowid = rowid + 101;';
  expect(editor.sessions(open(compacted), cursor).changed).toHaveLength(3);
});

it('never asks for a value that is not a conversation', () => {
  const database = open();
  const seen: SqlValue[] = [];
  const watched: StoreDatabase = {
    ...database,
    all: (sql, ...parameters) => {
      const rows = database.all(sql, ...parameters);
      seen.push(...rows.flatMap((row) => Object.values(row)));
      return rows;
    },
    iterate: (sql, ...parameters) => {
      const rows = [...database.iterate(sql, ...parameters)];
      seen.push(...rows.flatMap((row) => Object.values(row)));
      return rows;
    },
  };
  for (const id of editor.sessions(watched).changed) [...editor.records(watched, id)];
  expect(seen.filter((value) => typeof value === 'string' && value.includes('never-read'))).toEqual([]);
  expect(seen.some((value) => typeof value === 'string' && value.includes('Fixed: it subtracted.'))).toBe(true);
});
