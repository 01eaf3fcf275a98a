/**
 * Follows the agents' files as they change, by the platform's file events. When nothing happens nothing is done: no
 * file is opened, no folder listed. A change to a known file reads that file alone; anything else in a folder makes
 * the adapters that look into it look again.
 */
import type { Adapter, Host, LocatedInput } from '@hansard/core';
import { type SyncOptions, type SyncSummary, sync, syncInputs } from './sync.ts';
import { noteLooks } from './watched-folders.ts';

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
}

class Watcher {
  readonly #options: WatchOptions;
  readonly #looks: ReturnType<typeof noteLooks>;
  readonly #folders = new Map<string, { close(): void }>();
  readonly #refused = new Set<string>();
  readonly #inputs = new Map<string, Known>();
  #paths = new Set<string>();
  #adapters = new Set<Adapter>();
  #timer: NodeJS.Timeout | undefined;
  #work: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#looks = noteLooks(options.host);
  }

  async begin(): Promise<void> {
    for (const adapter of this.#options.adapters) await this.#locate(adapter);
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
    const { archive, adapters, host, exclusions, progress, clock } = this.#options;
    return { archive, adapters, host, exclusions, progress, now: clock() };
  }

  /** Learns the inputs of an adapter; those that were not known are returned. */
  async #locate(adapter: Adapter): Promise<Known[]> {
    const found: Known[] = [];
    const host = this.#looks.hostFor(adapter);
    for await (const input of adapter.locate(host)) {
      if (this.#know(adapter, input)) found.push({ adapter, input });
      if (input.kind === 'store') await host.list(host.dirname(input.path));
    }
    return found;
  }

  #know(adapter: Adapter, input: LocatedInput): boolean {
    if (this.#inputs.has(input.path)) return false;
    this.#inputs.set(input.path, { adapter, input });
    return true;
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
    else for (const adapter of this.#looks.folders.get(folder) ?? []) this.#adapters.add(adapter);
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
    const [paths, adapters] = [this.#paths, this.#adapters];
    this.#paths = new Set();
    this.#adapters = new Set();
    this.#work = this.#work
      .then(() => this.#sync(paths, adapters))
      .catch((error: Error) => {
        if (!this.#options.failed) throw error;
        this.#options.failed(error);
      });
  }

  async #sync(paths: ReadonlySet<string>, adapters: ReadonlySet<Adapter>): Promise<void> {
    if (this.#closed) return;
    const inputs = [...paths].flatMap((path) => this.#inputs.get(path) ?? []);
    for (const adapter of adapters) {
      // What came into a folder before it was watched is found by looking once more.
      do inputs.push(...(await this.#locate(adapter)));
      while (this.#watchFolders() > 0);
    }
    if (inputs.length > 0) this.#options.synced(await syncInputs(this.#syncOptions(), inputs));
  }
}
