/**
 * Writes a copy of the archive, complete and ready to be opened as one. It appears under its name when it is whole, for
 * its owner only, and the archive remembers where it is: erasing a session reaches it.
 */
import { existsSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { Failure } from '@hansard/core';
import type { Archive } from '../archive.ts';
import { Sql } from '../database/sql.ts';
import { writeDatabaseCopy } from '../database/write-copy.ts';
import { archiveFile } from '../home.ts';
import { loadSqlite, type SqliteConstructor } from '../host/sqlite-module.ts';
import { damageLine, namedDamage } from '../maintenance/damage-lines.ts';
import { makeFolders } from '../make-folders.ts';
import { forgetBackup, knownBackups, noteBackup } from '../sqlite/maintenance/backup-rows.ts';
import { THIS_MACHINE } from '../sqlite/originals/originals.ts';
import { nameMachine } from '../sqlite/sessions/machines.ts';

export interface BackupMade {
  readonly path: string;
  readonly bytes: number;
  /** Originals in it that were damaged before, in words. */
  readonly damaged: readonly string[];
}

/** `path` is absolute. A copy with damaged originals never takes the place of another one. */
export async function backup(
  archive: Archive,
  path: string,
  options: { now: string; force?: boolean },
): Promise<BackupMade> {
  if (path === archiveFile(archive.home)) throw new Failure('bad-argument', `${path} is the archive itself.`);
  if (!options.force && existsSync(path)) throw new Failure('output-exists', `${path} is already there.`);
  const { sql } = archive;
  const Sqlite = (await loadSqlite()) as SqliteConstructor;
  const places = archive.originals.damage();
  const damaged = (await namedDamage(archive, places, archive)).map(damageLine);
  if (damaged.length > 0 && existsSync(path)) {
    throw new Failure(
      'original-damaged',
      `Originals are damaged, and ${path} was left as it is:\n  ${damaged.join('\n  ')}`,
    );
  }
  const isKnown = knownBackups(sql).some((one) => one.path === path);
  // Noted first: a copy that nobody knows of could never be reached.
  noteBackup(sql, path, options.now);
  try {
    makeFolders(dirname(path));
    writeDatabaseCopy(sql.connection, path, (copy) => nameIn(Sqlite, copy));
  } catch (cause) {
    if (!isKnown) forgetBackup(sql, path);
    throw new Failure('output-failed', `${path} cannot be written: ${(cause as Error).message}`, { cause });
  }
  return { path, bytes: statSync(path).size, damaged };
}

/** Elsewhere, the sessions of this machine are told apart by its name. */
function nameIn(Sqlite: SqliteConstructor, path: string): void {
  const copy = new Sql(new Sqlite(path));
  try {
    nameMachine(copy, THIS_MACHINE, hostname());
  } finally {
    copy.connection.close();
  }
}
