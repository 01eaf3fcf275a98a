/**
 * Removes secrets for good: from originals, events, index, notes, the bytes of the file, and the copies that the archive
 * knows of. First only their hashes are written down, in one transaction; all the rest follows from these alone. So
 * whatever interrupts it, it can be completed later, without knowing what was removed.
 */
import { Failure } from '@hansard/core';
import type { Archive } from '../archive.ts';
import { sweepArchive } from '../maintenance/sweep-archive.ts';
import { isUnswept } from '../sqlite/maintenance/sweep.ts';
import type { ScrubPlan } from './plan-scrub.ts';
import { type ScrubbedCopy, scrubCopies } from './scrub-copies.ts';
import { isScrubbing, markScrubbing, type ScrubbedDatabase, scrubDatabase } from './scrub-database.ts';
import type { ScrubOptions } from './scrub-options.ts';

export interface ScrubReport extends ScrubbedDatabase {
  readonly copies: readonly ScrubbedCopy[];
  /** What was removed may still be found in the bytes of the file, for this reason. */
  readonly unfinished?: string;
}

export async function scrub(archive: Archive, plan: ScrubPlan, options: ScrubOptions): Promise<ScrubReport> {
  const { sql, scrubbed } = archive;
  sql.transaction(() => {
    scrubbed.add(plan.forms, options.now);
    markScrubbing(archive);
  });
  return finishScrubbing(archive, options);
}

/** Removes what was noted as removed wherever it still is: also what an interrupted run has left, or a copy that is back. */
export async function finishScrubbing(archive: Archive, options: ScrubOptions): Promise<ScrubReport> {
  const { masker } = archive.scrubbed;
  if (!masker) return { inputs: 0, stretches: 0, copies: [], problems: [] };
  const done = isScrubbing(archive)
    ? await scrubDatabase(archive, masker, options)
    : { inputs: 0, stretches: 0, problems: [] };
  let unfinished: string | undefined;
  try {
    if (isUnswept(archive.sql)) sweepArchive(archive);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    unfinished = error.message;
  }
  const copies = await scrubCopies(archive, masker, options);
  return { ...done, copies, ...(unfinished !== undefined && { unfinished }) };
}
