/** What an import has to do about secrets that were removed, here or in an earlier state of this archive. */
import type { Archive } from '../archive.ts';
import type { Sql } from '../database/sql.ts';
import { sweepArchive } from '../maintenance/sweep-archive.ts';
import { ScrubbedValues } from '../masking/scrubbed-values.ts';
import { isScrubbing, markScrubbing, scrubDatabase } from './scrub-database.ts';
import type { ScrubOptions } from './scrub-options.ts';

/** A backup of this very archive may know more: it was scrubbed, and this is an older one. Others' hashes say nothing here. */
export function takeOverScrubbed(archive: Archive, backup: Sql): void {
  const theirs = new ScrubbedValues(backup);
  if (theirs.key !== archive.scrubbed.key || archive.scrubbed.contains(theirs)) return;
  archive.sql.transaction(() => {
    theirs.copyTo(archive.sql);
    markScrubbing(archive);
  });
}

/** What people wrote came with it as it was, and the bytes of the file may still hold what was not taken over. */
export async function finishImport(archive: Archive, options: ScrubOptions): Promise<void> {
  const { masker } = archive.scrubbed;
  if (!masker) return;
  if (!isScrubbing(archive)) archive.sql.transaction(() => markScrubbing(archive));
  await scrubDatabase(archive, masker, { ...options, progress: undefined });
  sweepArchive(archive);
}
