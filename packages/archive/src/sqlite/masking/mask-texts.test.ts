import { expect, it } from 'vitest';
import { MIGRATIONS } from '../../database/schema.ts';
import { loadSqlite, type SqliteConstructor } from '../../host/sqlite-module.ts';
import { PACKED, TEXTS } from './mask-texts.ts';

/** Columns whose texts are names, times and hashes of the archive's own, or are followed in other ways. */
const OTHERS = new Set(
  [
    // By these, sync knows an input again; a file's own name is left as it is.
    'input agent path part role kind dialect adapter_version modified first_seen last_seen missing_since excluded',
    'version begun',
    // Written again block by block.
    'block hash data',
    'machine key name',
    'counter name',
    'session key uuid agent state lineage_kind',
    'thread part',
    // Renamed with what they were made from.
    'event key',
    'account key',
    'blanked session',
    'path text',
    'problem kind',
    'known_session key uuid starred erased',
    'session_alias uuid session_key',
    'erased hash session at',
    'tag session_key added',
    'note id session_key event_key written',
    'shared id session_key at format profile hash',
    'scrubbed hash rule at',
    'backup path made',
    // Hashes of lines, made anew with their events.
    'written lines',
    // Names of folders and files stay, as those of inputs; times are checked to be times.
    'flow_run key folder name status time started completed',
    'flow_step status started completed',
    'flow_run_file path kind hash',
    'run_mark key at',
    // Ids, numbers and names of rules: nothing of what was written.
    'git_link session_key vcs revision tier found evidence',
  ].flatMap((line) => {
    const [table, ...columns] = line.split(' ');
    return columns.map((column) => `${table}.${column}`);
  }),
);

it('reaches every text in the tables', async () => {
  const Sqlite = (await loadSqlite()) as SqliteConstructor;
  const db = new Sqlite(':memory:');
  for (const step of MIGRATIONS) db.exec(step);
  const reached = new Set([
    ...TEXTS.flatMap(([table, , columns]) => columns.map((column) => `${table}.${column}`)),
    ...PACKED.map(([table, , column]) => `${table}.${column}`),
    ...OTHERS,
  ]);
  const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  const columns = tables
    .filter(({ name }) => !/^(?:event_text|sqlite_)/.test(String(name)))
    .flatMap(({ name }) =>
      db
        .prepare(`PRAGMA table_info(${name})`)
        .all()
        .filter(({ type }) => type === 'TEXT' || type === 'BLOB')
        .map((column) => `${name}.${column['name']}`),
    );
  db.close();
  expect(columns.length).toBeGreaterThan(40);
  expect(columns.filter((column) => !reached.has(column))).toEqual([]);
});
