/** Syncs with a line of progress on the terminal, and tells of what could not be read. */
import { type Archive, exclusionsOf, type SyncProgress, type SyncSummary, sync } from '@hansard/archive';
import { type Adapter, type Host, neutraliseLine } from '@hansard/core';
import type { Context } from '../context.ts';
import { Progress } from '../terminal/progress.ts';
import { keepWithinLimits, type RemovedJson } from './keep-within-limits.ts';
import { progressLine } from './sync-progress.ts';

export async function runSync(
  context: Context,
  archive: Archive,
  host: Host,
  adapters: readonly Adapter[],
): Promise<SyncSummary & { removed?: readonly RemovedJson[] }> {
  const progress = new Progress(process.stderr);
  const started = Date.now();
  try {
    const now = new Date(started).toISOString();
    const summary = await sync({
      archive,
      adapters,
      host,
      now,
      exclusions: exclusionsOf(host, (await context.settings()).get('exclude.projects')),
      progress: (at: SyncProgress) => progress.show(() => progressLine(at, Date.now() - started)),
    });
    const removed = await keepWithinLimits(context, archive, host, now);
    return removed.length > 0 ? { ...summary, removed } : summary;
  } finally {
    progress.clear();
  }
}

export function noteProblems(context: Context, { problems }: SyncSummary): void {
  for (const { path, message } of problems) context.note(neutraliseLine(`${path}: ${message}`));
}
