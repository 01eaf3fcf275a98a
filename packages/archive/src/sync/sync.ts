/**
 * Brings the archive up to date with what the agents have on the machine. What has not changed is not opened. The newest
 * inputs come first, and the first few are committed soon, so that there is something to see while a first sync goes on. An
 * input that cannot be read is a problem of that input; the others go on. What is gone is marked, and stays.
 */
import type { Adapter, Host, LocatedInput } from '@hansard/core';
import type { Archive } from '../archive.ts';
import { joinTold } from '../ingest/join-told.ts';
import type { Kept } from '../ingest/keeper.ts';
import { readUnread } from '../maintenance/unread.ts';
import type { ReaderCrew } from '../readers/reader-crew.ts';
import { settleRuns } from '../sqlite/runs/settle-runs.ts';
import type { Exclusions } from './exclusions.ts';
import { absentBelow, type Finder, liveWires } from './finders.ts';
import { SyncRun } from './sync-run.ts';

export interface SyncOptions {
  readonly archive: Archive;
  readonly adapters: readonly Adapter[];
  readonly host: Host;
  /** RFC 3339. */
  readonly now: string;
  readonly exclusions?: Exclusions;
  /** What looks for inputs elsewhere than where agents keep them on this machine; wires of Hansard's own are always found. */
  readonly finders?: readonly Finder[];
  /** Where the inputs come from, as the user calls it. */
  readonly origin?: string;
  /** They were brought by hand rather than found. */
  readonly elsewhere?: boolean;
  /** Whether a file may be there although it cannot be seen now. */
  readonly absent?: (path: string) => boolean;
  /** Starts workers, if they are worth it for so many bytes that have come. */
  readonly readers?: ((bytes: number) => ReaderCrew | undefined) | undefined;
  /** Told after each input. */
  readonly progress?: (progress: SyncProgress) => void;
}

export interface SyncProgress {
  readonly path: string;
  /** Of the inputs that have changed. */
  readonly files: number;
  readonly bytes: number;
  readonly totalFiles: number;
  readonly totalBytes: number;
}

export interface AgentSummary {
  readonly agent: string;
  readonly files: Readonly<Record<Kept, number>>;
  /** Bytes that were read and stored. */
  readonly bytes: number;
  /** Files, and sessions of databases, that are in the archive and no longer on the machine. */
  readonly missing: number;
  readonly databases: number;
  /** Sessions of databases that have changed. */
  readonly stored: number;
}

export interface SyncProblem {
  readonly path: string;
  readonly message: string;
}

export interface SyncSummary {
  readonly agents: readonly AgentSummary[];
  readonly problems: readonly SyncProblem[];
  readonly newSessions: number;
  readonly newEvents: number;
}

/** All that the agents have. */
export async function sync(options: SyncOptions): Promise<SyncSummary> {
  const finders = [liveWires, ...(options.finders ?? [])];
  const run = new SyncRun({ ...options, absent: await absentBelow(options.host, finders) });
  for (const adapter of options.adapters) {
    for await (const input of adapter.locate(options.host)) {
      const later = run.see(adapter, input);
      if (later) await later;
    }
  }
  for (const finder of finders) {
    for await (const found of finder.find(options.host)) await run.seeFound(found, finder.origin);
  }
  await run.markMissing();
  await readUnread(options.archive, options);
  const summary = await run.keep();
  await joinTold(options.archive);
  await settleRuns(options.archive);
  return summary;
}

/** Only these inputs: others have not changed since they were synced. */
export async function syncInputs(
  options: SyncOptions,
  inputs: Iterable<{ readonly adapter: Adapter; readonly input: LocatedInput; readonly origin?: string }>,
): Promise<SyncSummary> {
  const run = new SyncRun(options);
  for (const { adapter, input, origin } of inputs) await run.see(adapter, input, origin);
  const summary = await run.keep();
  await joinTold(options.archive);
  await settleRuns(options.archive);
  return summary;
}
