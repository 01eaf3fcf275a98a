/** One run of sync: sees inputs, keeps those that have changed, and sums up what it did. */
import type { Adapter, HostFile, LocatedInput, MaybePromise } from '@hansard/core';
import { isStorageFailure } from '../database/storage-failure.ts';
import type { VersionHandle } from '../ingest/input-change.ts';
import { keepStore, storeFile } from '../ingest/keep-store.ts';
import type { Keeper, Kept, KeptInput } from '../ingest/keeper.ts';
import { TakingOver } from '../ingest/taking-over.ts';
import type { KnownFile } from '../sqlite/originals/originals.ts';
import { type FoundFile, ownersOf } from './finders.ts';
import { type KeepingRun, keepWithReaders } from './keep-with-readers.ts';
import { nextTurn } from './next-turn.ts';
import type { SyncOptions, SyncProblem, SyncSummary } from './sync.ts';

/** An input on the machine. */
interface Found {
  readonly adapter: Adapter;
  readonly input: LocatedInput;
  readonly file: HostFile;
  readonly origin?: string;
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
  /** By where inputs come from. */
  readonly #keepers = new Map<string | undefined, Keeper>();
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
    this.#options = options;
    this.#known = options.archive.originals.knownFiles();
    for (const { id } of options.adapters) this.#tallies.set(id, emptyTally());
  }

  /**
   * Looks at an input that was not met yet, and notes whether it has changed. There is nothing to wait for when the
   * host knows at once, as for the thousands of files that are what they were.
   */
  see(adapter: Adapter, input: LocatedInput, origin = this.#options.origin): MaybePromise<void> {
    if (this.#seen.has(input.path)) return;
    this.#seen.add(input.path);
    const { host } = this.#options;
    if (input.kind === 'store') this.#tally(adapter).databases++;
    const file = input.kind === 'store' ? storeFile(host, input.path) : host.stat(input.path);
    if (!(file instanceof Promise)) return this.#compare(adapter, input, file, origin);
    return file.then((known) => this.#compare(adapter, input, known, origin));
  }

  /** Looks at a file that may be anybody's: whose it is need not be asked while it is what it was. */
  async seeFound({ path, owner }: FoundFile, origin: string | undefined): Promise<void> {
    if (owner) return this.see(owner.adapter, owner.input, origin);
    if (this.#seen.has(path)) return;
    const { host, adapters, archive } = this.#options;
    const [known, file] = [this.#known.get(path), await host.stat(path)];
    if (known && file && known.excluded === null && isSame(known, file)) {
      this.#seen.add(path);
      this.#tallyOf(known.agent).files.unchanged++;
      return;
    }
    for (const { adapter, input } of await ownersOf(archive.adapters, host, path)) {
      const included = adapters.find(({ id }) => id === adapter.id);
      if (included) await this.see(included, input, origin);
    }
  }

  #compare(
    adapter: Adapter,
    input: LocatedInput,
    file: HostFile | undefined,
    origin: string | undefined,
  ): MaybePromise<void> {
    const tally = this.#tally(adapter);
    const known = this.#known.get(input.path);
    if (!file || file.folder) {
      if (known && !known.missing && !this.#isHidden(input.path)) this.#miss(input.path, tally);
      return;
    }
    if (!known || !isSame(known, file)) return this.#noteChange({ adapter, input, file, origin });
    if (known.excluded !== null) return this.#seeExcluded({ adapter, input, file, origin }, known.excluded);
    if (input.kind !== 'store') tally.files.unchanged++;
  }

  /** A file that has not changed is looked at again when the reason for which it was excluded is gone. */
  async #seeExcluded(found: Found, reason: string): Promise<void> {
    if (!(await this.#options.exclusions?.stands(reason))) this.#noteChange(found);
    else if (found.input.kind !== 'store') this.#tally(found.adapter).files.excluded++;
  }

  #noteChange(found: Found): void {
    const { adapter, input, file } = found;
    const known = this.#known.get(input.path);
    const state = { size: file.bytes, modified: file.modifiedAt };
    if (!known && this.#options.archive.erasures.isErased(input, state)) {
      this.#tally(adapter).files.erased++;
      return;
    }
    this.#changed.push(found);
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
    // What people look for first is what they did last. Whose a response is does not depend on the order.
    this.#changed.sort((a, b) => compare(b.file.modifiedAt, a.file.modifiedAt) || compare(a.input.path, b.input.path));
    const crew = this.#changed.length > 0 ? this.#options.readers?.(this.#totalBytes) : undefined;
    // What lies beside a session joins the list while it is worked on.
    if (crew) await keepWithReaders(this.#shared(), crew);
    else
      for (const found of this.#changed) {
        await this.#keepHere(found);
        await nextTurn();
      }
    this.#flush();
    for (const { tally, outcome, handle } of this.#written) tally.files[committed(handle, outcome)]++;
    this.#countBeside();
    return {
      agents: [...this.#tallies].map(([agent, tally]) => ({ agent, ...tally })),
      problems: this.#problems,
      newSessions: archive.sizes().sessions - before.sessions,
      newEvents: archive.eventsAfter(lastEvent),
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

  async #keep(found: Found): Promise<void> {
    const { input } = found;
    try {
      if (input.kind === 'store') await this.#keepStore(found);
      else await this.#keepFile(found);
    } catch (error) {
      if (isStorageFailure(error)) throw error;
      this.#problems.push({ path: input.path, message: (error as Error).message });
    }
  }

  async #keepHere(found: Found): Promise<void> {
    await this.#keep(found);
    this.#tell(found);
  }

  #shared(): KeepingRun<Found> {
    return {
      inputs: this.#changed,
      takeOver: (found) => this.#takeOver(found),
      keepHere: (found) => this.#keepHere(found),
      finish: async (found, taking) => {
        await this.#note(found, taking.kept());
        this.#tell(found);
      },
      failed: (found, message) => {
        this.#problems.push({ path: found.input.path, message });
        this.#tell(found);
      },
    };
  }

  /** What is in the archive goes on from there, and what was removed for good is read over: only this thread can do that. */
  #takeOver(found: Found): TakingOver | undefined {
    const { adapter, input, file } = found;
    const keeper = this.#keeperFor(found);
    if (input.kind === 'store' || this.#known.has(input.path) || keeper.options.masked) return undefined;
    return new TakingOver(keeper, adapter, input, file);
  }

  async #keepFile(found: Found): Promise<void> {
    const { adapter, input, file } = found;
    await this.#note(found, await this.#keeperFor(found).keep(adapter, input, file));
  }

  async #note(found: Found, kept: KeptInput): Promise<void> {
    const { adapter, input } = found;
    const tally = this.#tally(adapter);
    tally.bytes += kept.bytes;
    if (kept.handle) this.#written.push({ tally, outcome: kept.outcome, handle: kept.handle });
    else tally.files[kept.outcome]++;
    if (kept.outcome !== 'unchanged' && kept.outcome !== 'excluded' && input.role === 'session') {
      await this.#seeBeside(found);
    }
  }

  /** What lies beside a session is looked at when the session has something new. */
  async #seeBeside({ adapter, input, origin }: Found): Promise<void> {
    for (const other of await adapter.inputsOf(this.#options.host, input.path)) await this.see(adapter, other, origin);
  }

  #keeperFor({ origin }: Found): Keeper {
    const { archive, host, now, exclusions, elsewhere } = this.#options;
    const keeper = this.#keepers.get(origin) ?? archive.keeper({ host, now, exclusions, origin, elsewhere });
    this.#keepers.set(origin, keeper);
    return keeper;
  }

  async #keepStore(found: Found): Promise<void> {
    const { adapter, input } = found;
    const kept = await keepStore(this.#keeperFor(found), adapter, input);
    const tally = this.#tally(adapter);
    tally.stored += kept.changed;
    tally.missing += kept.missing;
    tally.bytes += kept.bytes;
    if (kept.changed > 0) await this.#seeBeside(found);
    for (const { part, message } of kept.problems) {
      this.#problems.push({ path: part === undefined ? input.path : `${input.path} (${part})`, message });
    }
  }

  #flush(): void {
    try {
      for (const keeper of this.#keepers.values()) keeper.flush();
    } catch (error) {
      if (isStorageFailure(error)) throw error;
      this.#problems.push({ path: this.#options.archive.home, message: (error as Error).message });
    }
  }

  /** What cannot be seen may still be there, as on a disk that is not in. */
  #isHidden(path: string): boolean {
    const { host, absent } = this.#options;
    return absent?.(path) === true || (host.isHidden?.(path) ?? false);
  }

  #miss(path: string, tally: Tally): void {
    const { originals } = this.#options.archive;
    tally.missing++;
    originals.transaction(() => originals.missPath(path, this.#options.now));
  }

  #tally({ id }: Adapter): Tally {
    return this.#tallyOf(id);
  }

  #tallyOf(agent: string): Tally {
    const tally = this.#tallies.get(agent) ?? emptyTally();
    this.#tallies.set(agent, tally);
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
