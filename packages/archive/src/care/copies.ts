/**
 * Copies of the archive that it knows of: its backups, and what migrations left beside it. Erasing reaches them as well.
 * What is to go is told by the hashes in the journal, so that a copy that was out of reach can be done later.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Archive } from '../archive.ts';
import { MIGRATIONS } from '../database/schema.ts';
import { Sql } from '../database/sql.ts';
import { archiveFile } from '../home.ts';
import { loadSqlite } from '../host/sqlite-module.ts';
import { type Erased, type ErasedInput, eraseOriginal, eraseRows } from '../sqlite/erasing/erase-rows.ts';
import type { Erasures } from '../sqlite/journal/erasures.ts';
import { blankedOf } from '../sqlite/originals/blanked-stretches.ts';
import { sweep } from './sweep.ts';

export interface CopyState {
  readonly path: string;
  /** `clean`: nothing that was erased is in it. `absent`: it is not there now. `failed`: it could not be changed. */
  readonly outcome: 'clean' | 'erased' | 'absent' | 'failed';
  readonly message?: string;
}

/** What the first version of the database, which had originals only, called itself. */
const ORIGINALS_ONLY = 1;

export function knownCopies({ sql, home }: Pick<Archive, 'sql' | 'home'>): string[] {
  const backups = sql.all('SELECT path FROM backup ORDER BY path').map((row) => row['path'] as string);
  return [...backups, ...copiesBefore(home)];
}

/** Those that were kept when a newer program brought the archive up to date. */
export function copiesBefore(home: string): string[] {
  const file = archiveFile(home);
  const before = `${basename(file)}.before-`;
  const beside = readdirSync(dirname(file)).filter((name) => name.startsWith(before) && !name.endsWith('.partial'));
  return beside.map((name) => join(dirname(file), name));
}

/** Copies that were being written when their process was killed: they have no name yet, and nobody needs them. */
function removeLeftovers(archive: Pick<Archive, 'sql' | 'home'>): void {
  const places = new Set([archive.home, ...knownCopies(archive).map((path) => dirname(path))]);
  const names = [archiveFile(archive.home), ...knownCopies(archive)].map((path) => basename(path));
  for (const folder of places) {
    for (const name of existsSync(folder) ? readdirSync(folder) : []) {
      const [, of, pid] = /^(.+)\.(\d{1,10})\.partial$/.exec(name) ?? [];
      const isOurs = of !== undefined && (folder === archive.home || names.includes(of));
      if (isOurs && !isAlive(Number(pid))) rmSync(join(folder, name), { force: true });
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Takes what was erased here out of all copies. */
export async function eraseFromCopies(archive: Archive, now: string): Promise<CopyState[]> {
  removeLeftovers(archive);
  const states: CopyState[] = [];
  for (const path of knownCopies(archive)) {
    states.push(await inCopy(path, (sql) => eraseIn(sql, path, archive, now)));
  }
  return states;
}

/** Looks for what was erased here, and changes nothing; `erased` says that a copy has it. */
export async function erasedInCopies(archive: Archive): Promise<CopyState[]> {
  const states: CopyState[] = [];
  for (const path of knownCopies(archive)) {
    states.push(await inCopy(path, (sql) => isTouched(sql, archive.erasures)));
  }
  return states;
}

async function inCopy(path: string, work: (sql: Sql) => boolean): Promise<CopyState> {
  if (!existsSync(path)) return { path, outcome: 'absent' };
  const Sqlite = await loadSqlite();
  if (!Sqlite) return { path, outcome: 'failed', message: 'there is no SQLite' };
  let sql: Sql | undefined;
  try {
    sql = new Sql(new Sqlite(path));
    sql.connection.exec('PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON');
    const version = versionOf(sql);
    if (version < 1 || version > MIGRATIONS.length) throw new Error(`its version is ${version}`);
    return { path, outcome: work(sql) ? 'erased' : 'clean' };
  } catch (error) {
    return { path, outcome: 'failed', message: (error as Error).message };
  } finally {
    sql?.connection.close();
  }
}

const versionOf = (sql: Sql) => Number(sql.get('PRAGMA user_version')?.['user_version'] ?? 0);

function isTouched(sql: Sql, erasures: Erasures): boolean {
  return [...erasedInputs(sql, erasures)].length > 0 || erasedSessions(sql, erasures).length > 0;
}

/** Whether anything had to go. */
function eraseIn(sql: Sql, path: string, { sql: here, erasures }: Archive, now: string): boolean {
  sql.connection.exec('PRAGMA journal_mode = DELETE');
  const inputs = [...erasedInputs(sql, erasures)];
  if (versionOf(sql) === ORIGINALS_ONLY) {
    if (inputs.length === 0) return false;
    sql.transaction(() => {
      for (const { id } of inputs) {
        eraseOriginal(sql, id);
        sql.run('DELETE FROM input WHERE id = ?', id);
      }
    });
  } else {
    const sessions = erasedSessions(sql, erasures).map((session) => ({
      ...session,
      inputs: inputs.filter(({ session: uuid }) => uuid === session.uuid),
    }));
    const alone = inputs.filter(({ session }) => !sessions.some(({ uuid }) => uuid === session));
    if (sessions.length + alone.length === 0) return false;
    eraseRows(sql, [...sessions, ...alone.map(orphan)], now, blankedOf(here));
  }
  sweep(sql, path);
  return true;
}

/** An input of an erased session that is not in the copy itself. */
function orphan(input: FoundInput): Erased {
  return { uuid: input.session, agent: '', inputs: [input] };
}

interface FoundInput extends ErasedInput {
  readonly id: number;
  /** Id of the erased session. */
  readonly session: string;
}

function* erasedInputs(sql: Sql, erasures: Erasures): Iterable<FoundInput> {
  const rows =
    versionOf(sql) === ORIGINALS_ONLY
      ? sql.all("SELECT id, path, '' AS part, NULL AS machine FROM input")
      : sql.all('SELECT i.id, i.path, i.part, m.key AS machine FROM input i JOIN machine m ON m.id = i.machine_id');
  for (const row of rows) {
    const input = {
      machine: (row['machine'] as string | null) ?? erasures.machine,
      path: row['path'] as string,
      part: row['part'] as string,
    };
    const session = erasures.find(erasures.ofInput(input));
    if (session !== undefined) yield { ...input, id: row['id'] as number, session, size: null, modified: null };
  }
}

function erasedSessions(sql: Sql, erasures: Erasures): { key: string; uuid: string; agent: string }[] {
  if (versionOf(sql) === ORIGINALS_ONLY) return [];
  return sql
    .all('SELECT key, uuid, agent FROM session')
    .map(({ key, uuid, agent }) => ({ key: key as string, uuid: uuid as string, agent: agent as string }))
    .filter(({ key }) => erasures.find(erasures.ofSession(key)) !== undefined);
}
