/**
 * SQL is where it belongs: in the folder that implements the store on SQLite, in what opens and migrates the database, and
 * in what reads the databases of agents through the host. `hansard query` takes SQL of users and shows some. Another store
 * can then be written beside it.
 */
import { expect, it } from 'vitest';
import { readText, shippedSources } from '../testing/repository.ts';

const BELONGS =
  /^packages\/(archive\/src\/(sqlite\/|database\/|host\/node-database\.ts)|hub\/src\/store\/|core\/src\/(adapters\/|families\/|reading\/head\.ts)|cli\/src\/commands\/(query|list\/archive)\.ts)/;

/** A string that begins with a statement, or has the beginning of one on a line of its own. */
const STATEMENT =
  /['"`\n]\s*(SELECT\s+[\w(*.'"$]|INSERT (OR \w+ )?INTO|UPDATE \w+ SET|DELETE FROM|PRAGMA \w|WITH \w+ AS|CREATE (TEMP |VIRTUAL )?TABLE|ATTACH )/;

const withSql = () => shippedSources().filter((path) => !BELONGS.test(path) && STATEMENT.test(readText(path)));

it('stands where it belongs', () => expect(withSql()).toEqual([]));

it('is found by the pattern', () => {
  for (const text of ["sql.get('SELECT 1')", 'x = `\n  INSERT OR REPLACE INTO a', 'all("DELETE FROM b")']) {
    expect(STATEMENT.test(text)).toBe(true);
  }
  expect(STATEMENT.test("'Select a session'")).toBe(false);
});
