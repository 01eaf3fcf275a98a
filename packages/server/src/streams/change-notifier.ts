/** Wakes readers when the store has something new. It is watched only while somebody reads. */
import type { StoreChanges } from '@hansard/core/store/changes.ts';

export class Wakes {
  readonly #changes: Pick<StoreChanges, 'watch'>;
  readonly #waiting = new Set<() => void>();
  #readers = 0;
  #stop: (() => void) | undefined;
  #version = 0;

  constructor(changes: Pick<StoreChanges, 'watch'>) {
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
    this.#stop = this.#changes.watch(() => this.#wake());
    // What came while nobody read is new to whoever noted an earlier version.
    this.#wake();
  }

  #end(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  #wake(): void {
    this.#version++;
    for (const done of [...this.#waiting]) done();
  }
}
