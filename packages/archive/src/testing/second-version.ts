/** Makes a database what the second version of the program would have written: without what later steps have added. */
import { loadSqlite } from '../host/sqlite-module.ts';

export async function makeSecondVersion(path: string): Promise<void> {
  const Sqlite = await loadSqlite();
  if (!Sqlite) throw new Error('no SQLite');
  const db = new Sqlite(path);
  db.exec('DROP INDEX event_inline; DROP TABLE saved_view; PRAGMA user_version = 2');
  db.close();
}
