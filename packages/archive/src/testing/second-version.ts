/** Makes a database what an earlier version of the program would have written: without what later steps have added. */
import { loadSqlite } from '../host/sqlite-module.ts';

const BEFORE_EIGHTH = `
  DROP TRIGGER run_input_changed; DROP TRIGGER run_input_scrubbed; DROP TRIGGER run_input_erased;
  DROP TABLE flow_run_file; DROP TABLE flow_step; DROP TABLE flow_run_flow; DROP TABLE flow_run_alias;
  DROP TABLE flow_run; DROP TABLE run_mark; DROP TABLE unread_run; PRAGMA user_version = 7`;
const BEFORE_SEVENTH = `${BEFORE_EIGHTH}; DROP TABLE blanked; DROP TABLE unblanked; PRAGMA user_version = 6`;
const BEFORE_SIXTH = `
  ${BEFORE_SEVENTH};
  DROP INDEX account_key; DROP INDEX account_renamed; ALTER TABLE account DROP COLUMN key;
  ALTER TABLE thread DROP COLUMN own_ids; DROP TABLE unaligned;
  DELETE FROM counter WHERE name = 'unmarked'; PRAGMA user_version = 5`;
const BEFORE_FIFTH = `
  ${BEFORE_SIXTH};
  DROP TABLE written; DROP TABLE ran; DROP TABLE unwritten; DROP TABLE git_link; PRAGMA user_version = 4`;
const BEFORE_FOURTH = `
  ${BEFORE_FIFTH};
  DROP TABLE account; DROP TABLE unjoined; DROP TABLE session_alias;
  ALTER TABLE input DROP COLUMN origin; ALTER TABLE input DROP COLUMN elsewhere;
  ALTER TABLE thread DROP COLUMN rank; ALTER TABLE usage DROP COLUMN rank; ALTER TABLE tool_time DROP COLUMN until;
  PRAGMA user_version = 3`;
const BEFORE_THIRD = 'DROP INDEX event_inline; DROP TABLE saved_view; PRAGMA user_version = 2';

export async function makeSecondVersion(path: string): Promise<void> {
  await execute(path, `${BEFORE_FOURTH}; ${BEFORE_THIRD}`);
}

/** `more` says what else was otherwise. */
export async function makeThirdVersion(path: string, more = ''): Promise<void> {
  await execute(path, `${more}; ${BEFORE_FOURTH}`);
}

async function execute(path: string, sql: string): Promise<void> {
  const Sqlite = await loadSqlite();
  if (!Sqlite) throw new Error('no SQLite');
  const db = new Sqlite(path);
  db.exec(sql);
  db.close();
}

export async function makeFourthVersion(path: string): Promise<void> {
  await execute(path, BEFORE_FIFTH);
}

export async function makeFifthVersion(path: string): Promise<void> {
  await execute(path, BEFORE_SIXTH);
}

export async function makeSeventhVersion(path: string): Promise<void> {
  await execute(path, BEFORE_EIGHTH);
}
