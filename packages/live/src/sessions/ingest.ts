/**
 * Brings wires into the archive as they grow: what readers see comes from there, so nothing is visible before it is kept.
 * While one reading is under way whatever else is written waits for the next, so that the more comes the more is read at once.
 */
import { type Archive, sessionOfInput, WireKeeper } from '@hansard/archive';
import type { Host } from '@hansard/core';

export class Ingest {
  readonly #archive: Archive;
  readonly #keeper: WireKeeper;
  readonly #report: (error: unknown) => void;
  readonly #grown = new Set<string>();
  #work: Promise<void> | undefined;
  #isClosed = false;

  constructor(archive: Archive, host: Host, report: (error: unknown) => void) {
    this.#archive = archive;
    this.#keeper = new WireKeeper(archive, host);
    this.#report = report;
  }

  /** Reads nothing more. */
  close(): void {
    this.#isClosed = true;
    this.#grown.clear();
  }

  /** The wire has more than before. */
  grown(path: string): void {
    if (this.#isClosed) return;
    this.#grown.add(path);
    this.#work ??= this.#run();
  }

  /** Until everything that was told so far is in the archive. */
  async settled(): Promise<void> {
    while (this.#work) await this.#work;
  }

  /** The session's id in the archive. */
  sessionOf(path: string, nativeId: string | undefined): string | undefined {
    return sessionOfInput(this.#archive, path, nativeId);
  }

  readonly #failed = (error: unknown): void => {
    if (!this.#isClosed) this.#report(error);
  };

  async #run(): Promise<void> {
    // Whoever tells of several at once is heard out.
    await Promise.resolve();
    while (this.#grown.size > 0) {
      const paths = [...this.#grown];
      this.#grown.clear();
      for (const path of paths) if (!this.#isClosed) await this.#keeper.keep(path).catch(this.#failed);
      if (!this.#isClosed) this.#archive.store.written();
    }
    this.#work = undefined;
  }
}
