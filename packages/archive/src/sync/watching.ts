/** The agents' files while the server runs. What cannot be kept now is found by the next change, or the next start. */
import type { Adapter, Host } from '@hansard/core';
import type { Archive } from '../archive.ts';
import { watchFolder } from '../host/watch-folder.ts';
import type { Exclusions } from './exclusions.ts';
import type { Finder } from './finders.ts';
import type { SyncOptions, SyncSummary } from './sync.ts';
import { watch } from './watch.ts';

export interface WatchingOptions {
  readonly archive: Archive;
  readonly adapters: readonly Adapter[];
  readonly host: Host;
  readonly exclusions?: Exclusions | undefined;
  readonly finders?: readonly Finder[] | undefined;
  readonly readers?: SyncOptions['readers'] | undefined;
  /** Told of what could not be read. */
  readonly report: (error: unknown) => void;
}

export class Watching {
  /** What is being read now. */
  progress: { files: number; done: number } | null = null;
  readonly #options: WatchingOptions;
  #begun: Promise<{ close(): Promise<void> } | undefined> = Promise.resolve(undefined);
  #state: 'reading' | 'ready' = 'ready';

  constructor(options: WatchingOptions) {
    this.#options = options;
  }

  /** Reads what is new, then goes on with what comes. Gives what the first reading found. */
  begin(): Promise<SyncSummary | undefined> {
    const { archive, adapters, host, exclusions, finders, readers, report } = this.#options;
    this.#state = 'reading';
    return new Promise((resolve) => {
      this.#begun = watch({
        archive,
        adapters,
        host,
        exclusions,
        finders,
        readers,
        clock: () => new Date().toISOString(),
        watchFolder,
        progress: ({ files, totalFiles }) => {
          this.progress = { files: totalFiles, done: files };
          archive.store.written();
        },
        synced: (summary) => {
          this.progress = null;
          this.#state = 'ready';
          for (const { path, message } of summary.problems) report(new Error(`${path}: ${message}`));
          archive.store.written();
          resolve(summary);
        },
        failed: report,
        refused: (folder, error) => report(new Error(`${folder} cannot be watched: ${error.message}`)),
      }).catch((error: unknown) => {
        report(error);
        this.#state = 'ready';
        resolve(undefined);
        return undefined;
      });
    });
  }

  /** Reading everything for the first time may take minutes, and is cut off; later syncs are waited for. */
  async close(): Promise<'done' | 'cut-off'> {
    if (this.#state === 'reading') return 'cut-off';
    await (await this.#begun)?.close();
    return 'done';
  }
}
