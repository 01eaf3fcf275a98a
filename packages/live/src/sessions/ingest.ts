/**
 * Brings wires into the archive as they grow: what readers see comes from there, so nothing is visible before it is kept.
 * While one reading is under way whatever else is written waits for the next, so that the more comes the more is read at once.
 */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { type Archive, sessionOfInput, WireKeeper } from '@hansard/archive';
import type { Host } from '@hansard/core';

const RETRY_MS = 20;
const LAST_RETRY_MS = 2000;

export class Ingest {
  readonly #archive: Archive;
  readonly #keeper: WireKeeper;
  readonly #report: (error: unknown) => void;
  readonly #grown = new Set<string>();
  #work: Promise<void> | undefined;
  /** How often all that had grown was read, and who waits for which time. */
  #passes = 0;
  #waiting: { readonly passed: number; readonly resolve: () => void }[] = [];
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

  /** Until everything that was told so far is in the archive; what comes meanwhile is not waited for. */
  async settled(): Promise<void> {
    if (!this.#work) return;
    // A pass that is under way may have read a wire before its last lines were written.
    const passed = this.#passes + (this.#grown.size > 0 ? 2 : 1);
    await new Promise<void>((resolve) => this.#waiting.push({ passed, resolve }));
  }

  /** The session's id in the archive. */
  sessionOf(path: string, nativeId: string | undefined): string | undefined {
    return sessionOfInput(this.#archive, path, nativeId);
  }

  async #run(): Promise<void> {
    // Whoever tells of several at once is heard out.
    await Promise.resolve();
    while (this.#grown.size > 0) {
      const paths = [...this.#grown];
      this.#grown.clear();
      for (const path of paths) {
        if (!this.#isClosed) await this.#keep(path);
        // Reading is done in one go: of a thousand wires, as when a server begins, nobody waits for all.
        if (paths.length > 1) await nextTurn();
      }
      if (!this.#isClosed) this.#archive.store.written();
      this.#passed();
    }
    this.#work = undefined;
    this.#passed(true);
  }

  #passed(isDone = false): void {
    this.#passes++;
    const due = this.#waiting.filter(({ passed }) => isDone || passed <= this.#passes);
    this.#waiting = this.#waiting.filter((one) => !due.includes(one));
    for (const { resolve } of due) resolve();
  }

  /** Another process may hold the archive: what could not be read now is read soon, or the last lines would never be seen. */
  async #keep(path: string): Promise<void> {
    for (let wait = RETRY_MS; ; wait *= 2) {
      try {
        await this.#keeper.keep(path);
        return;
      } catch (error) {
        if (this.#isClosed) return;
        if (wait > LAST_RETRY_MS) return this.#report(error);
        await sleep(wait);
      }
    }
  }
}
