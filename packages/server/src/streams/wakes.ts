/**
 * Wakes readers when the archive has something new. This process tells of its own commits; those of another process
 * show in a number that the database keeps, and are looked for only while somebody reads: when the archive's files
 * change, or from time to time where the platform does not tell that.
 */
import { watch } from 'node:fs';
import type { Archive } from '@hansard/archive';
import type { Changes } from '../changes.ts';

/** Where files cannot be watched. */
const LOOK_MS = 1000;
/** Several writes make one commit. */
const SETTLE_MS = 15;

export class Wakes {
  readonly #archive: Archive;
  readonly #changes: Changes;
  readonly #waiting = new Set<() => void>();
  #readers = 0;
  #stop: (() => void) | undefined;
  #version = 0;
  #others: unknown;

  constructor(archive: Archive, changes: Changes) {
    this.#archive = archive;
    this.#changes = changes;
  }

  /** Grows with everything that is new; to be noted before looking, and waited with afterwards. */
  get version(): number {
    return this.#version;
  }

  /** Somebody reads from now on, until what is returned is called. */
  join(): () => void {
    if (this.#readers++ === 0) this.#begin();
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      if (--this.#readers === 0) this.#end();
    };
  }

  /** Until there is something newer than `version`, or it is given up. */
  wait(version: number, signal: AbortSignal): Promise<void> {
    if (version !== this.#version || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        this.#waiting.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      this.#waiting.add(done);
      signal.addEventListener('abort', done);
    });
  }

  #begin(): void {
    this.#others = this.#dataVersion();
    const stopListening = this.#changes.listen(() => this.#wake());
    const stopLooking = this.#watchFiles() ?? this.#lookAgain();
    this.#stop = () => {
      stopListening();
      stopLooking();
    };
    // What came while nobody read is new to whoever noted an earlier version.
    this.#wake();
  }

  #end(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  #watchFiles(): (() => void) | undefined {
    let timer: NodeJS.Timeout | undefined;
    const changed = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        this.#look();
      }, SETTLE_MS);
    };
    try {
      const watcher = watch(this.#archive.home, { persistent: false }, changed);
      let looking: (() => void) | undefined;
      watcher.on('error', () => {
        watcher.close();
        looking ??= this.#lookAgain();
      });
      return () => {
        clearTimeout(timer);
        watcher.close();
        looking?.();
      };
    } catch {
      return undefined;
    }
  }

  #lookAgain(): () => void {
    const timer = setInterval(() => this.#look(), LOOK_MS);
    timer.unref();
    return () => clearInterval(timer);
  }

  #look(): void {
    const others = this.#dataVersion();
    if (others === this.#others) return;
    this.#others = others;
    this.#wake();
  }

  #dataVersion(): unknown {
    return this.#archive.sql.get('PRAGMA data_version')?.['data_version'];
  }

  #wake(): void {
    this.#version++;
    for (const done of [...this.#waiting]) done();
  }
}
