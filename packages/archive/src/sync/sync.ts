/**
 * Brings the archive up to date with what the agents have on the machine. What has not changed is not opened. Older
 * inputs come first, so that of two sessions with the same history the one that had it first is met first. An input
 * that cannot be read is a problem of that input; the others go on. What is gone is marked, and stays.
 */
import type { Adapter, Host, HostFile, LocatedInput } from '@hansard/core';
import type { Archive } from '../archive.ts';
import type { VersionHandle } from '../ingest/input-change.ts';
import { keepStore, storeFile } from '../ingest/keep-store.ts';
import type { Keeper, Kept } from '../ingest/keeper.ts';
import type { KnownFile } from '../originals/originals.ts';

export interface SyncOptions {
  readonly archive: Archive;
  readonly adapters: readonly Adapter[];
  readonly host: Host;
  /** RFC 3339. */
  readonly now: string;
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

export async function sync(options: SyncOptions): Promise<SyncSummary> {
  const run = new SyncRun(options);
  const before = options.archive.sizes();
  await run.find();
  await run.keep();
  const after = options.archive.sizes();
  return {
    agents: run.summaries(),
    problems: run.problems,
    newSessions: after.sessions - before.sessions,
    newEvents: after.events - before.events,
  };
}

/** An input on the machine. */
interface Found {
  readonly adapter: Adapter;
  readonly input: LocatedInput;
  readonly file: HostFile;
}

interface Tally {
  readonly files: Record<Kept, number>;
  bytes: number;
  databases: number;
  stored: number;
  missing: number;
}

class SyncRun {
  readonly problems: SyncProblem[] = [];
  readonly #options: SyncOptions;
  readonly #keeper: Keeper;
  readonly #known: ReadonlyMap<string, KnownFile>;
  readonly #seen = new Set<string>();
  readonly #tallies = new Map<string, Tally>();
  readonly #written: { readonly tally: Tally; readonly outcome: Kept; readonly handle: VersionHandle }[] = [];
  readonly #changed: Found[] = [];
  #files = 0;
  #bytes = 0;
  #totalBytes = 0;

  constructor(options: SyncOptions) {
    const { archive, host, now } = options;
    this.#options = options;
    this.#keeper = archive.keeper({ host, now });
    this.#known = archive.originals.knownFiles();
    for (const { id } of options.adapters) this.#tallies.set(id, emptyTally());
  }

  /** Looks for what has changed, and notes what is gone. */
  async find(): Promise<void> {
    for (const adapter of this.#options.adapters) {
      for await (const input of adapter.locate(this.#options.host)) await this.#see(adapter, input);
    }
    await this.#markMissing();
    this.#changed.sort((a, b) => compare(a.file.modifiedAt, b.file.modifiedAt) || compare(a.input.path, b.input.path));
  }

  async keep(): Promise<void> {
    // What lies beside a session joins the list while it is worked on.
    for (const found of this.#changed) {
      await this.#keep(found);
      this.#tell(found);
    }
    this.#guard('the archive', () => this.#keeper.flush());
    for (const { tally, outcome, handle } of this.#written) tally.files[handle.overtaken ? 'overtaken' : outcome]++;
  }

  summaries(): AgentSummary[] {
    return [...this.#tallies].map(([agent, tally]) => ({ agent, ...tally }));
  }

  async #see(adapter: Adapter, input: LocatedInput): Promise<void> {
    const { host } = this.#options;
    if (this.#seen.has(input.path)) return;
    this.#seen.add(input.path);
    const tally = this.#tallies.get(adapter.id) as Tally;
    if (input.kind === 'store') tally.databases++;
    const file = input.kind === 'store' ? await storeFile(host, input.path) : await host.stat(input.path);
    if (!file || file.folder) return;
    const known = this.#known.get(input.path);
    if (known && known.size === file.bytes && known.modified === file.modifiedAt && !known.missing) {
      if (input.kind !== 'store') tally.files.unchanged++;
      return;
    }
    this.#changed.push({ adapter, input, file });
    this.#totalBytes += Math.max(0, file.bytes - (known?.size ?? 0));
  }

  async #keep({ adapter, input, file }: Found): Promise<void> {
    try {
      if (input.kind === 'store') await this.#keepStore(adapter, input);
      else await this.#keepFile(adapter, input, file);
    } catch (error) {
      this.problems.push({ path: input.path, message: (error as Error).message });
    }
  }

  async #keepFile(adapter: Adapter, input: LocatedInput, file: HostFile): Promise<void> {
    const kept = await this.#keeper.keep(adapter, input, file);
    const tally = this.#tallies.get(adapter.id) as Tally;
    tally.bytes += kept.bytes;
    if (kept.handle) this.#written.push({ tally, outcome: kept.outcome, handle: kept.handle });
    else tally.files[kept.outcome]++;
    if (kept.outcome === 'unchanged' || input.role !== 'session') return;
    // What lies beside a session is looked at when the session has something new.
    for (const other of await adapter.inputsOf(this.#options.host, input.path)) await this.#see(adapter, other);
  }

  async #keepStore(adapter: Adapter, input: LocatedInput): Promise<void> {
    const kept = await keepStore(this.#keeper, adapter, input);
    const tally = this.#tallies.get(adapter.id) as Tally;
    tally.stored += kept.changed;
    tally.missing += kept.missing;
    tally.bytes += kept.bytes;
    for (const { part, message } of kept.problems) this.problems.push({ path: `${input.path} (${part})`, message });
  }

  #guard(path: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.problems.push({ path, message: (error as Error).message });
    }
  }

  #tell({ input, file }: Found): void {
    this.#files++;
    this.#bytes += Math.max(0, file.bytes - (this.#known.get(input.path)?.size ?? 0));
    const [totalFiles, totalBytes] = [this.#changed.length, this.#totalBytes];
    this.#options.progress?.({ path: input.path, files: this.#files, bytes: this.#bytes, totalFiles, totalBytes });
  }

  async #markMissing(): Promise<void> {
    const { archive, host, now } = this.#options;
    for (const [path, known] of this.#known) {
      const tally = this.#tallies.get(known.agent);
      if (!tally || this.#seen.has(path) || (await host.stat(path))) continue;
      tally.missing++;
      if (!known.missing) archive.originals.transaction(() => archive.originals.missPath(path, now));
    }
  }
}

const emptyTally = (): Tally => ({
  files: { new: 0, grown: 0, rewritten: 0, unchanged: 0, overtaken: 0 },
  bytes: 0,
  databases: 0,
  stored: 0,
  missing: 0,
});

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
