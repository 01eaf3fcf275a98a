/** Syncs with a line of progress on the terminal, and tells of what could not be read. */
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type Archive,
  archiveState,
  exclusionsOf,
  keepLook,
  lastSummary,
  type RebuildProgress,
  recordingHost,
  rereadOutdated,
  type SyncProgress,
  type SyncSummary,
  sync,
} from '@hansard/archive';
import { type Adapter, type Host, neutraliseLine } from '@hansard/core';
import type { Context } from '../context.ts';
import { hostOf, syncedFolders } from '../machine.ts';
import { Progress } from '../terminal/progress.ts';
import { keepWithinLimits, type RemovedJson } from './keep-within-limits.ts';
import { readingCrew } from './reading-crew.ts';
import { progressLine } from './sync-progress.ts';

export async function runSync(
  context: Context,
  archive: Archive,
  adapters: readonly Adapter[],
  options: { readonly trustClock?: boolean; readonly threads?: number | undefined } = {},
): Promise<SyncSummary & { removed?: readonly RemovedJson[]; readAgain?: number }> {
  const started = Date.now();
  const now = new Date(started).toISOString();
  const asked = await askedFor(context, adapters);
  const summary =
    lastSummary(archive.home, asked, context.env) ??
    (await lookAtAll(context, archive, adapters, { started, asked, ...options }));
  const removed = await keepWithinLimits(context, archive, hostOf(context), now, options);
  return removed.length > 0 ? { ...summary, removed } : summary;
}

async function lookAtAll(
  context: Context,
  archive: Archive,
  adapters: readonly Adapter[],
  {
    started,
    asked,
    threads,
  }: { readonly started: number; readonly asked: string; readonly threads?: number | undefined },
): Promise<SyncSummary & { readAgain?: number }> {
  const progress = new Progress(process.stderr);
  const state = archiveState(archive.home);
  const noting = recordingHost({ home: context.home, env: context.env });
  try {
    const synced = await sync({
      archive,
      adapters,
      host: noting.host,
      now: new Date(started).toISOString(),
      exclusions: exclusionsOf(noting.host, (await context.settings()).get('exclude.projects')),
      finders: await syncedFolders(context),
      readers: readingCrew(context, threads),
      progress: (at: SyncProgress) => progress.show(() => progressLine(at, Date.now() - started)),
    });
    const closed = noting
      .refused()
      .map((path) => ({ path, message: 'the folder cannot be read; check its permissions' }));
    const summary = { ...synced, problems: [...synced.problems, ...closed] };
    const again = await readAgain(archive, adapters, noting.host, progress);
    keepLook(archive.home, noting, { asked, archive: state, started, summary });
    if (!again) return summary;
    return { ...summary, problems: [...summary.problems, ...again.problems], readAgain: again.inputs };
  } finally {
    progress.clear();
  }
}

/** After an update an adapter may read better than it did; what the archive has is read by it once more. */
function readAgain(archive: Archive, adapters: readonly Adapter[], host: Host, progress: Progress) {
  const started = Date.now();
  const show = ({ inputs, totalInputs, bytes, totalBytes }: RebuildProgress) =>
    progress.show(() =>
      progressLine({ path: '', files: inputs, totalFiles: totalInputs, bytes, totalBytes }, Date.now() - started),
    );
  return rereadOutdated(archive, { host, adapters, now: new Date(started).toISOString(), progress: show });
}

/** What the answer depends on beside the machine and the archive. Another build of the program looks anew. */
async function askedFor(context: Context, adapters: readonly Adapter[]): Promise<string> {
  const settings = await context.settings();
  const build = statSync(fileURLToPath(import.meta.url)).mtimeMs;
  const agents = adapters.map(({ id, version }) => `${id} ${version}`);
  const { version, home } = context;
  const folders = (['exclude.projects', 'runs', 'captures', 'sync.folders'] as const).map((key) => settings.get(key));
  return JSON.stringify([version, build, home, agents, ...folders]);
}

export function noteProblems(context: Context, { problems }: SyncSummary): void {
  for (const { path, message } of problems) context.note(neutraliseLine(`${path}: ${message}`));
}
