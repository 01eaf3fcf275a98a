/** One run of sync: sees inputs, keeps those that have changed, and sums up what it did. */
import type { Adapter, HostFile, LocatedInput, MaybePromise } from '@hansard/core';
import { isStorageFailure } from '../database/storage-failure.ts';
import type { VersionHandle } from '../ingest/input-change.ts';
import { keepStore, storeFile } from '../ingest/keep-store.ts';
import type { Keeper, Kept } from '../ingest/keeper.ts';
import type { KnownFile } from '../originals/originals.ts';
import type { SyncOptions, SyncProblem, SyncSummary } from './sync.ts';

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

export class SyncRun {
  readonly #options: SyncOptions;
  readonly #keeper: Keeper;
  readonly #known: ReadonlyMap<string, KnownFile>;
  readonly #problems: SyncProblem[] = [];
  readonly #seen = new Set<string>();
  readonly #tallies = new Map<string, Tally>();
  readonly #written: { readonly tally: Tally; readonly outcome: Kept; readonly handle: VersionHandle }[] = [];
  readonly #changed: Found[] = [];
  /** Files that lie beside sessions and are where they were. */
  readonly #beside: string[] = [];
  #files = 0;
  #bytes = 0;
  #totalBytes = 0;

  constructor(options: SyncOptions) {
    const { archive, host, now, exclusions } = options;
    this.#options = options;
    this.#keeper = archive.keeper({ host, now, exclusions });
    this.#known = archive.originals.knownFiles();
    for (const { id } of options.adapters) this.#tallies.set(id, emptyTally());
  }

  /**
   * Looks at an input that was not met yet, and notes whether it has changed. There is nothing to wait for when the
   * host knows at once, as for the thousands of files that are what they were.
   */
  see(adapter: Adapter, input: LocatedInput): MaybePromise<void> {
    if (this.#seen.has(input.path)) return;
    this.#seen.add(input.path);
    const { host } = this.#options;
    if (input.kind === 'store') this.#tally(adapter).databases++;
    const file = input.kind === 'store' ? storeFile(host, input.path) : host.stat(input.path);
    if (!(file instanceof Promise)) return this.#compare(adapter, input, file);
    return file.then((known) => this.#compare(adapter, input, known));
  }

  #compare(adapter: Adapter, input: LocatedInput, file: HostFile | undefined): MaybePromise<void> {
    const tally = this.#tally(adapter);
    const known = this.#known.get(input.path);
    if (!file || file.folder) {
      if (known && !known.missing && !this.#isHidden(input.path)) this.#miss(input.path, tally);
      return;
    }
    if (!known || !isSame(known, file)) return this.#noteChange(adapter, input, file);
    if (known.excluded !== null) return this.#seeExcluded(adapter, input, file, known.excluded);
    if (input.kind !== 'store') tally.files.unchanged++;
  }

  /** A file that has not changed is looked at again when the reason for which it was excluded is gone. */
  async #seeExcluded(adapter: Adapter, input: LocatedInput, file: HostFile, reason: string): Promise<void> {
    if (!(await this.#options.exclusions?.stands(reason))) this.#noteChange(adapter, input, file);
    else if (input.kind !== 'store') this.#tally(adapter).files.excluded++;
  }

  #noteChange(adapter: Adapter, input: LocatedInput, file: HostFile): void {
    const known = this.#known.get(input.path);
    const state = { size: file.bytes, modified: file.modifiedAt };
    if (!known && this.#options.archive.erasures.isErased(input, state)) {
      this.#tally(adapter).files.erased++;
      return;
    }
    this.#changed.push({ adapter, input, file });
    this.#totalBytes += Math.max(0, file.bytes - (known?.size ?? 0));
  }

  /** Notes what was on the machine and is no longer. */
  async markMissing(): Promise<void> {
    for (const [path, known] of this.#known) {
      const tally = this.#tallies.get(known.agent);
      if (!tally || this.#seen.has(path)) continue;
      if (await this.#options.host.stat(path)) this.#beside.push(path);
      else if (this.#isHidden(path)) continue;
      else if (known.missing) tally.missing++;
      else this.#miss(path, tally);
    }
  }

  /** Keeps what has changed. */
  async keep(): Promise<SyncSummary> {
    const { archive } = this.#options;
    const [before, lastEvent] = [archive.sizes(), archive.lastEvent()];
    this.#changed.sort((a, b) => compare(a.file.modifiedAt, b.file.modifiedAt) || compare(a.input.path, b.input.path));
    // What lies beside a session joins the list while it is worked on.
    for (const found of this.#changed) {
      await this.#keep(found);
      this.#tell(found);
    }
    this.#flush();
    for (const { tally, outcome, handle } of this.#written) tally.files[committed(handle, outcome)]++;
    this.#countBeside();
    return {
      agents: [...this.#tallies].map(([agent, tally]) => ({ agent, ...tally })),
      problems: this.#problems,
      newSessions: archive.sizes().sessions - before.sessions,
      newEvents: archive.lastEvent() - lastEvent,
    };
  }

  /** They are looked at with their sessions: those of a session that has not changed count as it does. */
  #countBeside(): void {
    for (const path of this.#beside) {
      const known = this.#known.get(path) as KnownFile;
      const tally = this.#tallies.get(known.agent);
      if (tally && !this.#seen.has(path) && known.excluded === null) tally.files.unchanged++;
    }
  }

  async #keep({ adapter, input, file }: Found): Promise<void> {
    try {
      if (input.kind === 'store') await this.#keepStore(adapter, input);
      else await this.#keepFile(adapter, input, file);
    } catch (error) {
      if (isStorageFailure(error)) throw error;
      this.#problems.push({ path: input.path, message: (error as Error).message });
    }
  }

  async #keepFile(adapter: Adapter, input: LocatedInput, file: HostFile): Promise<void> {
    const kept = await this.#keeper.keep(adapter, input, file);
    const tally = this.#tally(adapter);
    tally.bytes += kept.bytes;
    if (kept.handle) this.#written.push({ tally, outcome: kept.outcome, handle: kept.handle });
    else tally.files[kept.outcome]++;
    if (kept.outcome !== 'unchanged' && kept.outcome !== 'excluded' && input.role === 'session') {
      await this.#seeBeside(adapter, input);
    }
  }

  /** What lies beside a session is looked at when the session has something new. */
  async #seeBeside(adapter: Adapter, input: LocatedInput): Promise<void> {
    for (const other of await adapter.inputsOf(this.#options.host, input.path)) await this.see(adapter, other);
  }

  async #keepStore(adapter: Adapter, input: LocatedInput): Promise<void> {
    const kept = await keepStore(this.#keeper, adapter, input);
    const tally = this.#tally(adapter);
    tally.stored += kept.changed;
    tally.missing += kept.missing;
    tally.bytes += kept.bytes;
    if (kept.changed > 0) await this.#seeBeside(adapter, input);
    for (const { part, message } of kept.problems) {
      this.#problems.push({ path: part === undefined ? input.path : `${input.path} (${part})`, message });
    }
  }

  #flush(): void {
    try {
      this.#keeper.flush();
    } catch (error) {
      if (isStorageFailure(error)) throw error;
      this.#problems.push({ path: this.#options.archive.home, message: (error as Error).message });
    }
  }

  /** What cannot be seen may still be there. */
  #isHidden(path: string): boolean {
    return this.#options.host.isHidden?.(path) ?? false;
  }

  #miss(path: string, tally: Tally): void {
    const { originals } = this.#options.archive;
    tally.missing++;
    originals.transaction(() => originals.missPath(path, this.#options.now));
  }

  #tally(adapter: Adapter): Tally {
    const tally = this.#tallies.get(adapter.id) ?? emptyTally();
    this.#tallies.set(adapter.id, tally);
    return tally;
  }

  #tell({ input, file }: Found): void {
    this.#files++;
    this.#bytes += Math.max(0, file.bytes - (this.#known.get(input.path)?.size ?? 0));
    const [totalFiles, totalBytes] = [this.#changed.length, this.#totalBytes];
    this.#options.progress?.({ path: input.path, files: this.#files, bytes: this.#bytes, totalFiles, totalBytes });
  }
}

const isSame = ({ size, modified, missing }: KnownFile, file: HostFile): boolean =>
  size === file.bytes && modified === file.modifiedAt && !missing;

const emptyTally = (): Tally => ({
  files: { new: 0, grown: 0, rewritten: 0, unchanged: 0, overtaken: 0, excluded: 0, erased: 0 },
  bytes: 0,
  databases: 0,
  stored: 0,
  missing: 0,
});

/** What became of it, once it was committed. */
function committed({ overtaken, erased }: VersionHandle, outcome: Kept): Kept {
  if (erased) return 'erased';
  return overtaken ? 'overtaken' : outcome;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
