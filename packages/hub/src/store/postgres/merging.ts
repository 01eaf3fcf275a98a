/**
 * Merges what was added to the index of words lately. PostgreSQL keeps it in a list that every search reads through, and
 * merging a long one costs less for each word: so it is merged seldom while nobody searches, and soon when somebody does.
 */

/** Segments that wait at most, while nobody searches and while somebody does. */
const MOST_WAITING = 500;
const MOST_SEARCHED = 60;
/** For how long after a search others are expected. */
const SEARCHING_MS = 30_000;
/** When nothing more comes, the rest is merged as well. */
const QUIET_MS = 5000;

export class Merging {
  readonly #merge: () => Promise<void>;
  readonly #report: (error: unknown) => void;
  #waiting = 0;
  #searched = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  constructor(merge: () => Promise<void>, report: (error: unknown) => void) {
    this.#merge = merge;
    this.#report = report;
  }

  added(segments: number): void {
    if (segments === 0) return;
    this.#waiting += segments;
    const isSearched = performance.now() - this.#searched < SEARCHING_MS;
    clearTimeout(this.#timer);
    if (this.#waiting >= (isSearched ? MOST_SEARCHED : MOST_WAITING)) void this.#run();
    else this.#timer = setTimeout(() => void this.#run(), QUIET_MS).unref();
  }

  /** Whoever searches first after a while waits for it once. */
  async searched(): Promise<void> {
    this.#searched = performance.now();
    if (this.#waiting >= MOST_SEARCHED) await this.#run();
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** One after the other; what comes meanwhile waits for the next. */
  async #run(): Promise<void> {
    this.#running ??= this.#once().finally(() => {
      this.#running = undefined;
    });
    await this.#running;
  }

  async #once(): Promise<void> {
    const merged = this.#waiting;
    try {
      await this.#merge();
      this.#waiting -= merged;
    } catch (error) {
      this.#report(error);
    }
  }
}
