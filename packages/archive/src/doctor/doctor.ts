/** Looks after the archive: what is about to be lost, what could not be read, and whether the database is whole. */
import type { PriceBook } from '@hansard/core';
import type { Archive } from '../archive.ts';
import { checkRetention, type RetentionOptions } from './agent-retention.ts';
import { checkBackups, checkDatabase, checkPermissions, checkSpace, checkUnfinished } from './database-checks.ts';
import type { Finding } from './finding.ts';
import { checkAdapters, checkPrices, checkProblems } from './input-checks.ts';
import { checkOriginals } from './original-checks.ts';
import { checkScrubbed } from './scrub-checks.ts';

export interface DoctorOptions extends RetentionOptions {
  readonly prices: PriceBook;
  /** Leaves out what reads the whole database. */
  readonly quick?: boolean;
}

/** Without an archive, only what the agents have is looked at. */
export async function doctor(archive: Archive | undefined, options: DoctorOptions): Promise<Finding[]> {
  const retention = await checkRetention(archive, options);
  if (!archive) return retention;
  return [
    ...retention,
    ...checkDatabase(archive, options.quick === true),
    ...(options.quick ? [] : await checkOriginals(archive, options)),
    ...checkSpace(archive),
    checkPermissions(archive),
    ...(await checkUnfinished(archive)),
    ...(await checkScrubbed(archive)),
    ...checkAdapters(archive, options.adapters),
    ...checkProblems(archive),
    checkPrices(archive, options.prices),
    checkBackups(archive, options.now),
  ];
}
