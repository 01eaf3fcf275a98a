/**
 * SQL is where it belongs: in the folder that implements the store on SQLite, in what opens and migrates the database, and
 * in what reads the databases of agents through the host. `hansard query` takes SQL of users and shows some. Another store
 * can then be written beside it.
 */
import { expect, it } from 'vitest';
import { readText, shippedSources } from '../testing/repository.ts';

const BELONGS =
  /^packages\/(archive\/src\/(sqlite|database)\/|hub\/src\/store\/|core\/src\/(adapters\/|families\/|reading\/head\.ts)|cli\/src\/commands\/(query|list\/archive)\.ts)/;

/** A string that begins with a statement, or has the beginning of one on a line of its own. */
const STATEMENT =
  /['"`\n]\s*(SELECT\s+[\w(*.'"$]|INSERT (OR \w+ )?INTO|UPDATE \w+ SET|DELETE FROM|PRAGMA \w|WITH \w+ AS|CREATE (TEMP |VIRTUAL )?TABLE|ATTACH )/;

/** What is not moved yet, by folder of the archive. It only ever gets shorter. */
const LEFT = ['backups', 'care', 'doctor', 'ingest', 'masking', 'scrub', 'streaming', 'usage-alone'];
const LEFT_FILES = [
  'packages/archive/src/archive.ts',
  'packages/archive/src/host/node-database.ts',
  'packages/cli/src/commands/restore.ts',
];

const isLeft = (path: string): boolean =>
  LEFT_FILES.includes(path) || LEFT.some((folder) => path.startsWith(`packages/archive/src/${folder}/`));

const withSql = () => shippedSources().filter((path) => !BELONGS.test(path) && STATEMENT.test(readText(path)));

it('stands where it belongs', () => expect(withSql().filter((path) => !isLeft(path))).toEqual([]));

it('is still in everything that is listed as left', () => {
  const left = withSql();
  expect(LEFT_FILES.filter((path) => !left.includes(path))).toEqual([]);
  expect(LEFT.filter((folder) => !left.some((path) => path.startsWith(`packages/archive/src/${folder}/`)))).toEqual([]);
});

it('is found by the pattern', () => {
  for (const text of ["sql.get('SELECT 1')", 'x = `\n  INSERT OR REPLACE INTO a', 'all("DELETE FROM b")']) {
    expect(STATEMENT.test(text)).toBe(true);
  }
  expect(STATEMENT.test("'Select a session'")).toBe(false);
});
