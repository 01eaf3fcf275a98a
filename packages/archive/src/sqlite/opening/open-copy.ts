/** Opens a copy of the archive to change it: a backup, or what a migration left. It has the version that it was written with. */
import { existsSync } from 'node:fs';
import { columnOf, integer } from '../../database/row-shape.ts';
import { MIGRATIONS } from '../../database/schema.ts';
import { Sql } from '../../database/sql.ts';
import { loadSqlite } from '../../host/sqlite-module.ts';

/** What the first version of the database, which had originals only, called itself. */
export const ORIGINALS_ONLY = 1;

/** What came of the work in a copy; `absent` when it is not there now, `failed` with the reason when it could not be done. */
export type CopyOutcome<T> =
  | { readonly outcome: T; readonly message?: undefined }
  | { readonly outcome: 'absent' | 'failed'; readonly message?: string };

export async function inCopy<T extends string>(
  path: string,
  work: (sql: Sql) => T | Promise<T>,
): Promise<CopyOutcome<T> & { readonly path: string }> {
  if (!existsSync(path)) return { path, outcome: 'absent' };
  const Sqlite = await loadSqlite();
  if (!Sqlite) return { path, outcome: 'failed', message: 'there is no SQLite' };
  let sql: Sql | undefined;
  try {
    sql = new Sql(new Sqlite(path));
    sql.connection.exec('PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON');
    const version = versionOf(sql);
    if (version < 1 || version > MIGRATIONS.length) throw new Error(`its version is ${version}`);
    return { path, outcome: await work(sql) };
  } catch (error) {
    return { path, outcome: 'failed', message: (error as Error).message };
  } finally {
    sql?.connection.close();
  }
}

export const versionOf = (sql: Sql): number =>
  columnOf('user_version', integer)(sql.get('PRAGMA user_version') ?? { user_version: 0 });

/** One file, so that nothing of what is changed stays in another beside it. */
export function withoutLog(sql: Sql): void {
  sql.connection.exec('PRAGMA journal_mode = DELETE');
}
