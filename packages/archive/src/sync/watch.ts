/**
 * Follows the agents' files as they change, by the platform's file events. When nothing happens nothing is done: no
 * file is opened, no folder listed. A change to a known file reads that file alone; anything else in a folder makes
 * the adapters that look into it look again.
 */
import type { Adapter, Host, LocatedInput } from '@hansard/core';
import { makeFolders } from '../make-folders.ts';
import { type Finder, liveFolder, liveWires, ownersOf } from './finders.ts';
import { type SyncOptions, type SyncSummary, sync, syncInputs } from './sync.ts';
import { type Looker, noteLooks } from './watched-folders.ts';

export interface WatchOptions extends Omit<SyncOptions, 'now'> {
  readonly clock: () => string;
  /** Calls `changed` with the name of an entry, or nothing when the platform does not say which. */
  readonly watchFolder: (folder: string, changed: (name: string | null) => void) => { close(): void };
  /** Told of the first sync, and of every change after it. */
  readonly synced: (summary: SyncSummary) => void;
  /** Told when a change could not be kept, such as while another program writes; without it, that ends the watching. */
  readonly failed?: (error: Error) => void;
  /** Told of folders that the platform refuses to watch. */
  readonly refused?: (folder: string, error: Error) => void;
}

/** A file that is written in many small pieces is read once for those that come within this time. */
const SETTLE_MS = 15;

export async function watch(options: WatchOptions): Promise<{ close(): Promise<void> }> {
  const watcher = new Watcher(options);
  await watcher.begin();
  return { close: () => watcher.close() };
}

interface Known {
  readonly adapter: Adapter;
  readonly input: LocatedInput;
  readonly origin?: string;
}

class Watcher {
  readonly #options: WatchOptions;
  readonly #looks: ReturnType<typeof noteLooks>;
  readonly #folders = new Map<string, { close(): void }>();
  readonly #refused = new Set<string>();
  readonly #inputs = new Map<string, Known>();
  #paths = new Set<string>();
  #lookers = new Set<Looker>();
  #timer: NodeJS.Timeout | undefined;
  #work: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#looks = noteLooks(options.host);
  }

  async begin(): Promise<void> {
    const { adapters, archive, finders = [] } = this.#options;
    // Without it the archive's own folder would be watched for it, which changes with everything that is kept.
    makeFolders(liveFolder(archive.home));
    for (const looker of [...adapters, liveWires, ...finders]) await this.#look(looker);
    this.#watchFolders();
    // What came between looking and watching is found by this.
    this.#options.synced(await sync(this.#syncOptions()));
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    for (const folder of this.#folders.values()) folder.close();
    await this.#work;
  }

  #syncOptions(): SyncOptions {
    const { archive, adapters, host, exclusions, finders, progress, clock } = this.#options;
    return { archive, adapters, host, exclusions, finders, progress, now: clock() };
  }

  /** Learns what one finds; inputs that were not known are returned. */
  async #look(looker: Looker): Promise<Known[]> {
    const found: Known[] = [];
    const host = this.#looks.hostFor(looker);
    for await (const known of 'locate' in looker ? located(looker, host) : this.#foundBy(looker, host)) {
      if (!this.#inputs.has(known.input.path)) found.push(known);
      this.#inputs.set(known.input.path, this.#inputs.get(known.input.path) ?? known);
      if (known.input.kind === 'store') await host.list(host.dirname(known.input.path));
    }
    return found;
  }

  async *#foundBy(finder: Finder, host: Host): AsyncIterable<Known> {
    const { adapters, archive } = this.#options;
    const { origin } = finder;
    for await (const { path, owner } of finder.find(host)) {
      if (this.#inputs.has(path)) continue;
      for (const { adapter, input } of owner ? [owner] : await ownersOf(archive.adapters, host, path)) {
        const included = adapters.find(({ id }) => id === adapter.id);
        if (included) yield { adapter: included, input, origin };
      }
    }
  }

  /** Watches the folders that are not watched yet; tells how many these were. */
  #watchFolders(): number {
    const before = this.#folders.size;
    for (const folder of this.#looks.folders.keys()) {
      if (this.#folders.has(folder) || this.#refused.has(folder)) continue;
      try {
        this.#folders.set(
          folder,
          this.#options.watchFolder(folder, (name) => this.#changed(folder, name)),
        );
      } catch (error) {
        this.#refused.add(folder);
        this.#options.refused?.(folder, error as Error);
      }
    }
    return this.#folders.size - before;
  }

  #changed(folder: string, name: string | null): void {
    if (this.#closed) return;
    const path = name === null ? undefined : this.#inputAt(this.#options.host, folder, name);
    if (path !== undefined) this.#paths.add(path);
    else for (const looker of this.#looks.folders.get(folder) ?? []) this.#lookers.add(looker);
    this.#timer ??= setTimeout(() => this.#settle(), SETTLE_MS);
  }

  /** The known input that a file belongs to: a database has its log beside it. */
  #inputAt(host: Host, folder: string, name: string): string | undefined {
    const path = host.join(folder, name);
    if (this.#inputs.has(path)) return path;
    const database = path.replace(/-(wal|shm|journal)$/, '');
    return this.#inputs.has(database) ? database : undefined;
  }

  #settle(): void {
    this.#timer = undefined;
    const [paths, lookers] = [this.#paths, this.#lookers];
    this.#paths = new Set();
    this.#lookers = new Set();
    this.#work = this.#work
      .then(() => this.#sync(paths, lookers))
      .catch((error: Error) => {
        if (!this.#options.failed) throw error;
        this.#options.failed(error);
      });
  }

  async #sync(paths: ReadonlySet<string>, lookers: ReadonlySet<Looker>): Promise<void> {
    if (this.#closed) return;
    const inputs = [...paths].flatMap((path) => this.#inputs.get(path) ?? []);
    for (const looker of lookers) {
      // What came into a folder before it was watched is found by looking once more.
      do inputs.push(...(await this.#look(looker)));
      while (this.#watchFolders() > 0);
    }
    if (inputs.length > 0) this.#options.synced(await syncInputs(this.#syncOptions(), inputs));
  }
}

async function* located(adapter: Adapter, host: Host): AsyncIterable<Known> {
  for await (const input of adapter.locate(host)) yield { adapter, input };
}
