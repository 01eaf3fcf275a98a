/** Looks for a text in the bytes of every file below a folder, and in everything that is compressed inside a database. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { loadSqlite, type SqliteConnection } from '../host/sqlite-module.ts';
import { unpackBlock } from '../originals/codec.ts';
import { unpackJson } from '../originals/units.ts';

const MAGIC = 'SQLite format 3\0';

/** Where it was found, in words. The text is one word in small letters, so that the index has it as a term. */
export async function remainsOf(text: string, folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const path of filesBelow(folder)) {
    const name = relative(folder, path);
    if (has(name, text)) found.push(`name ${name}`);
    const bytes = readFileSync(path);
    if (has(bytes, text)) found.push(`bytes of ${name}`);
    if (bytes.subarray(0, MAGIC.length).toString('latin1') === MAGIC)
      found.push(...(await inDatabase(text, path, name)));
  }
  return found;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

async function inDatabase(text: string, path: string, name: string): Promise<string[]> {
  const Sqlite = await loadSqlite();
  if (!Sqlite) throw new Error('no SQLite');
  const db = new Sqlite(path);
  try {
    return [...compressed(db, text), ...terms(db, text)].map((place) => `${place} of ${name}`);
  } finally {
    db.close();
  }
}

function* compressed(db: SqliteConnection, text: string): Iterable<string> {
  for (const { codec, data } of db.prepare('SELECT codec, data FROM block').all()) {
    if (has(unpackBlock(codec as number, data as Uint8Array), text)) yield 'a block';
  }
  if (!hasTable(db, 'run')) return;
  for (const sql of [
    'SELECT checkpoint AS state FROM manifest',
    'SELECT saved AS state FROM version',
    'SELECT tellings AS state FROM universal_block',
    'SELECT state FROM universal_log',
  ]) {
    for (const { state } of db.prepare(sql).all()) {
      if (state && has(JSON.stringify(unpackJson(state as Uint8Array)), text)) yield 'a saved state';
    }
  }
}

function* terms(db: SqliteConnection, text: string): Iterable<string> {
  if (!hasTable(db, 'event_text')) return;
  db.exec("CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab (main, event_text, 'row')");
  for (const { term } of db.prepare('SELECT term FROM temp.vocabulary').all()) {
    if (has(term as string, text)) yield 'a term';
  }
}

const hasTable = (db: SqliteConnection, name: string) =>
  db.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(name) !== undefined;

const has = (data: string | Uint8Array, text: string) => Buffer.from(data as string).includes(text);
