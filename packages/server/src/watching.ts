/** The agents' files while the server runs. What cannot be kept now is found by the next change, or the next start. */
import { type SyncSummary, watch, watchFolder } from '@hansard/archive';
import type { Changes } from './changes.ts';
import type { ServerOptions } from './start.ts';

export type WatchingOptions = Pick<ServerOptions, 'archive' | 'adapters' | 'host' | 'exclusions' | 'report'>;

export class Watching {
  /** What is being read now. */
  progress: { files: number; done: number } | null = null;
  readonly #options: WatchingOptions;
  #begun: Promise<{ close(): Promise<void> } | undefined> = Promise.resolve(undefined);
  #state: 'reading' | 'ready' = 'ready';

  constructor(options: WatchingOptions) {
    this.#options = options;
  }

  begin(changes: Changes): Promise<SyncSummary | undefined> {
    const { archive, adapters, host, exclusions, report } = this.#options;
    this.#state = 'reading';
    return new Promise((resolve) => {
      this.#begun = watch({
        archive,
        adapters,
        host,
        exclusions,
        clock: () => new Date().toISOString(),
        watchFolder,
        progress: ({ files, totalFiles }) => {
          this.progress = { files: totalFiles, done: files };
          changes.tell();
        },
        synced: (summary) => {
          this.progress = null;
          this.#state = 'ready';
          for (const { path, message } of summary.problems) report(new Error(`${path}: ${message}`));
          changes.tell();
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
