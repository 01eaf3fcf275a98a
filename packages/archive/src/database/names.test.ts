import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openArchiveDatabase } from '../sqlite/opening/open-database.ts';
import { Names } from './names.ts';
import { Sql } from './sql.ts';

let folder: string;
let here: Sql;
let there: Sql;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hansard-names-'));
  here = new Sql(await openArchiveDatabase(folder));
  there = new Sql(await openArchiveDatabase(folder));
});
afterEach(() => {
  here.connection.close();
  there.connection.close();
  rmSync(folder, { recursive: true, force: true });
});

it('gives the same id for the same text', () => {
  const names = new Names(here);
  expect([names.id('a'), names.id('b'), names.id('a')]).toEqual([1, 2, 1]);
  expect(new Names(there).text(2)).toBe('b');
});

it('forgets what was made in a transaction that was undone', () => {
  const names = new Names(here);
  expect(() =>
    here.transaction(() => {
      names.text(names.id('gone'));
      throw new Error('undone');
    }),
  ).toThrow('undone');
  expect(names.id('other')).toBe(1);
  expect(names.text(1)).toBe('other');
});

it('does not use an id that another process has erased', () => {
  const names = new Names(here);
  names.text(names.id('erased'));
  there.transaction(() => there.run('DELETE FROM name'));
  here.transaction(() => expect(names.text(names.id('erased'))).toBe('erased'));
  expect(there.all('SELECT text FROM name')).toEqual([{ text: 'erased' }]);
});
