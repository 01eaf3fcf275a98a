/**
 * What the status line shows of the archive, kept in a small file: a status line is drawn several times a minute and
 * must not wait for a database. Another process brings the file up to date.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface StatusSummary {
  /** When it was made, in milliseconds since 1970. */
  readonly at: number;
  /** Until when `today` is today. */
  readonly dayEnds: number;
  readonly todayMicroUsd: number;
  readonly block?: { readonly end: number; readonly microUsd: number };
  /** Budgets that are used up, or nearly. */
  readonly warnings: readonly string[];
}

export const summaryPath = (archiveHome: string): string => join(archiveHome, 'statusline.json');

/** Undefined when there is none, or none that can be read. */
export function readSummary(archiveHome: string): StatusSummary | undefined {
  try {
    const value = JSON.parse(readFileSync(summaryPath(archiveHome), 'utf8')) as StatusSummary;
    const numbers = [value.at, value.dayEnds, value.todayMicroUsd];
    return numbers.every(Number.isFinite) && Array.isArray(value.warnings) ? value : undefined;
  } catch {
    return undefined;
  }
}
