/**
 * Takes what was removed out of the copies that the archive knows of: its backups, and what migrations left beside it. A
 * copy that is out of reach is named, and done when it is back. What a copy knows as removed, it holds no more.
 */
import { dirname } from 'node:path';
import { Archive } from '../archive.ts';
import { hasTable } from '../database/has-table.ts';
import type { Sql } from '../database/sql.ts';
import { knownCopies } from '../maintenance/copies.ts';
import type { Masker } from '../masking/masker.ts';
import { ScrubbedValues } from '../masking/scrubbed-values.ts';
import { sweep } from '../sqlite/maintenance/sweep.ts';
import { inCopy, withoutLog } from '../sqlite/opening/open-copy.ts';
import { bringForward } from '../sqlite/opening/open-database.ts';
import { Originals } from '../sqlite/originals/originals.ts';
import { maskedBlocks } from './mask-original.ts';
import { isScrubbing, markScrubbing, scrubDatabase } from './scrub-database.ts';
import type { ScrubOptions } from './scrub-options.ts';

export interface ScrubbedCopy {
  readonly path: string;
  /** `clean`: it held nothing any more. `absent`: it is not there now. `failed`: it could not be changed. */
  readonly outcome: 'clean' | 'scrubbed' | 'absent' | 'failed';
  readonly message?: string;
}

export async function scrubCopies(archive: Archive, masker: Masker, options: ScrubOptions): Promise<ScrubbedCopy[]> {
  const copies: ScrubbedCopy[] = [];
  for (const path of knownCopies(archive)) {
    const work = async (sql: Sql) => ((await scrubCopy(archive, masker, sql, path, options)) ? 'scrubbed' : 'clean');
    copies.push(await inCopy(path, work));
  }
  return copies;
}

/** Copies that do not know of all that was removed, or were not completed; nothing is changed. */
export async function unscrubbedCopies(archive: Archive): Promise<ScrubbedCopy[]> {
  const copies: ScrubbedCopy[] = [];
  if (archive.scrubbed.generation === 0) return copies;
  for (const path of knownCopies(archive)) {
    const isLeft = (sql: Sql) => hasTable(sql, 'scrubbed') && !isClean(archive, sql);
    copies.push(await inCopy(path, (sql) => (isLeft(sql) ? 'scrubbed' : 'clean')));
  }
  return copies;
}

const isClean = (archive: Archive, sql: Sql): boolean =>
  new ScrubbedValues(sql).contains(archive.scrubbed) && !isScrubbing({ sql });

/** Whether there was anything to do. */
async function scrubCopy(
  archive: Archive,
  masker: Masker,
  sql: Sql,
  path: string,
  options: ScrubOptions,
): Promise<boolean> {
  if (!hasTable(sql, 'scrubbed')) return scrubOriginals(sql, path, masker);
  if (isClean(archive, sql)) return false;
  withoutLog(sql);
  // What is written over is read again, which takes the tables of this version.
  bringForward(sql.connection);
  sql.transaction(() => {
    archive.scrubbed.copyTo(sql);
    markScrubbing({ sql });
  });
  const copy = Archive.over(dirname(path), sql, options.host, options.adapters);
  await scrubDatabase(copy, masker, { ...options, progress: undefined });
  sweep(sql, path);
  return true;
}

/** A copy of the first version, which had originals alone. */
function scrubOriginals(sql: Sql, path: string, masker: Masker): boolean {
  withoutLog(sql);
  const originals = new Originals(sql);
  const blocks = sql.transaction(() => {
    let count = 0;
    for (const version of originals.allVersions()) {
      for (const { start, bytes } of maskedBlocks(originals.blocks(version), masker)) {
        originals.rewrite(version, start, bytes);
        count++;
      }
    }
    return count;
  });
  if (blocks > 0) sweep(sql, path);
  return blocks > 0;
}
