/**
 * Brings the archive up to date with what the agents have on the machine. A file that cannot be read is a problem
 * of that file; the others go on. Files that are gone are marked, and their originals stay.
 */
import type { Adapter, Host, LocatedInput } from '@hansard/core';
import type { Archive } from '../archive.ts';
import { type Kept, keepFile } from '../originals/keep-file.ts';

export interface SyncOptions {
  readonly archive: Archive;
  readonly adapters: readonly Adapter[];
  readonly host: Host;
  /** RFC 3339. */
  readonly now: string;
  /** Told after each file. */
  readonly progress?: (progress: SyncProgress) => void;
}

export interface SyncProgress {
  readonly path: string;
  readonly files: number;
  readonly bytes: number;
}

export interface AgentSummary {
  readonly agent: string;
  readonly files: Readonly<Record<Kept, number>>;
  /** Bytes that were read and stored. */
  readonly bytes: number;
  /** Files that were in the archive and are no longer on the machine. */
  readonly missing: number;
  /** Databases, which are not kept yet. */
  readonly databases: number;
}

export interface SyncProblem {
  readonly path: string;
  readonly message: string;
}

export interface SyncSummary {
  readonly agents: readonly AgentSummary[];
  readonly problems: readonly SyncProblem[];
}

export async function sync(options: SyncOptions): Promise<SyncSummary> {
  const run = new SyncRun(options);
  for (const adapter of options.adapters) await run.agent(adapter);
  return { agents: run.summaries, problems: run.problems };
}

interface Tally {
  readonly files: Record<Kept, number>;
  bytes: number;
  databases: number;
}

class SyncRun {
  readonly summaries: AgentSummary[] = [];
  readonly problems: SyncProblem[] = [];
  readonly #options: SyncOptions;
  #files = 0;
  #bytes = 0;

  constructor(options: SyncOptions) {
    this.#options = options;
  }

  async agent(adapter: Adapter): Promise<void> {
    const { host } = this.#options;
    const tally: Tally = {
      files: { new: 0, grown: 0, rewritten: 0, unchanged: 0, overtaken: 0 },
      bytes: 0,
      databases: 0,
    };
    const seen = new Set<string>();
    for await (const input of adapter.locate(host)) {
      const changed = await this.#take(adapter, input, seen, tally);
      if (!changed || input.role !== 'session') continue;
      // What lies beside a session is looked at when the session has something new.
      for (const other of await adapter.inputsOf(host, input.path)) await this.#take(adapter, other, seen, tally);
    }
    const missing = await this.#markMissing(adapter, seen);
    this.summaries.push({ agent: adapter.id, ...tally, missing });
  }

  /** Keeps a file that was not met yet; tells whether it has changed. */
  async #take(adapter: Adapter, input: LocatedInput, seen: Set<string>, tally: Tally): Promise<boolean> {
    if (seen.has(input.path)) return false;
    seen.add(input.path);
    if (input.kind === 'store') {
      tally.databases++;
      return false;
    }
    const kept = await this.#keep(adapter, input);
    if (!kept) return false;
    tally.files[kept.outcome]++;
    tally.bytes += kept.bytes;
    return kept.outcome !== 'unchanged';
  }

  async #keep(adapter: Adapter, input: LocatedInput) {
    const { archive, host, now } = this.#options;
    const { path, role, kind } = input;
    const file = await host.stat(path);
    if (!file || file.folder) return undefined;
    try {
      const kept = await keepFile(archive.originals, host, { agent: adapter.id, path, role, kind }, file, now);
      this.#tell(path, kept.bytes);
      return kept;
    } catch (error) {
      this.problems.push({ path, message: (error as Error).message });
      return undefined;
    }
  }

  #tell(path: string, bytes: number): void {
    this.#files++;
    this.#bytes += bytes;
    this.#options.progress?.({ path, files: this.#files, bytes: this.#bytes });
  }

  async #markMissing(adapter: Adapter, seen: ReadonlySet<string>): Promise<number> {
    const { archive, host, now } = this.#options;
    let missing = 0;
    for (const row of archive.originals.inputs()) {
      if (row.agent !== adapter.id || seen.has(row.path) || (await host.stat(row.path))) continue;
      missing++;
      if (!row.missingSince) archive.originals.transaction(() => archive.originals.miss(row.id, now));
    }
    return missing;
  }
}
