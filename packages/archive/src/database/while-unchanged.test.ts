import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { loadSqlite } from '../host/sqlite-module.ts';
import { Sql } from './sql.ts';
import { WhileUnchanged } from './while-unchanged.ts';

const folder = mkdtempSync(join(tmpdir(), 'hansard-unchanged-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('finds again what somebody may have changed, at once for its own connection, in the next moment for others', async () => {
  const Sqlite = await loadSqlite();
  if (!Sqlite) throw new Error('This Node has no SQLite.');
  const file = join(folder, 'some.db');
  const [own, other] = [new Sql(new Sqlite(file)), new Sql(new Sqlite(file))];
  own.run('CREATE TABLE t (n INTEGER)');
  own.run('INSERT INTO t VALUES (1)');
  const remembered = new WhileUnchanged<string, unknown>(own, 10);
  let looks = 0;
  const sum = () =>
    remembered.get('sum', () => {
      looks++;
      return own.get('SELECT sum(n) AS n FROM t')?.['n'];
    });
  expect([sum(), sum(), looks]).toEqual([1, 1, 1]);
  own.run('INSERT INTO t VALUES (10)');
  expect([sum(), sum(), looks]).toEqual([11, 11, 2]);
  other.run('INSERT INTO t VALUES (100)');
  await new Promise((resolve) => setImmediate(resolve));
  expect([sum(), sum(), looks]).toEqual([111, 111, 3]);
  own.connection.close();
  other.connection.close();
});
