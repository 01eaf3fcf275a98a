/**
 * Copies of the archive that it knows of: its backups, and what migrations left beside it. Erasing reaches them as well.
 * What is to go is told by the hashes in the journal, so that a copy that was out of reach can be done later.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Archive } from '../archive.ts';
import type { Sql } from '../database/sql.ts';
import { archiveFile } from '../home.ts';
import { type Erased, type ErasedInput, eraseRows } from '../sqlite/erasing/erase-rows.ts';
import { eraseInputs, inputsInCopy, sessionsInCopy } from '../sqlite/erasing/names-in-copy.ts';
import type { Erasures } from '../sqlite/journal/erasures.ts';
import { knownBackups } from '../sqlite/maintenance/backup-rows.ts';
import { sweep } from '../sqlite/maintenance/sweep.ts';
import { inCopy, ORIGINALS_ONLY, versionOf, withoutLog } from '../sqlite/opening/open-copy.ts';
import { blankedOf } from '../sqlite/originals/blanked-stretches.ts';

export interface CopyState {
  readonly path: string;
  /** `clean`: nothing that was erased is in it. `absent`: it is not there now. `failed`: it could not be changed. */
  readonly outcome: 'clean' | 'erased' | 'absent' | 'failed';
  readonly message?: string;
}

export function knownCopies({ sql, home }: Pick<Archive, 'sql' | 'home'>): string[] {
  const backups = knownBackups(sql)
    .map(({ path }) => path)
    .sort();
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
    states.push(await inCopy(path, (sql) => (eraseIn(sql, path, archive, now) ? 'erased' : 'clean')));
  }
  return states;
}

/** Looks for what was erased here, and changes nothing; `erased` says that a copy has it. */
export async function erasedInCopies(archive: Archive): Promise<CopyState[]> {
  const states: CopyState[] = [];
  for (const path of knownCopies(archive)) {
    states.push(await inCopy(path, (sql) => (isTouched(sql, archive.erasures) ? 'erased' : 'clean')));
  }
  return states;
}

function isTouched(sql: Sql, erasures: Erasures): boolean {
  return [...erasedInputs(sql, erasures)].length > 0 || erasedSessions(sql, erasures).length > 0;
}

/** Whether anything had to go. */
function eraseIn(sql: Sql, path: string, { sql: here, erasures }: Archive, now: string): boolean {
  withoutLog(sql);
  const inputs = [...erasedInputs(sql, erasures)];
  if (versionOf(sql) === ORIGINALS_ONLY) {
    if (inputs.length === 0) return false;
    eraseInputs(
      sql,
      inputs.map(({ id }) => id),
    );
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
  for (const { id, path, part, machine } of inputsInCopy(sql)) {
    const input = { machine: machine ?? erasures.machine, path, part };
    const session = erasures.find(erasures.ofInput(input));
    if (session !== undefined) yield { ...input, id, session, size: null, modified: null };
  }
}

function erasedSessions(sql: Sql, erasures: Erasures): { key: string; uuid: string; agent: string }[] {
  return sessionsInCopy(sql).filter(({ key }) => erasures.find(erasures.ofSession(key)) !== undefined);
}
