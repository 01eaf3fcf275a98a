/**
 * Limits how often something may happen: each key has a bucket that is emptied by use and fills up over time. It needs
 * no timer, and remembers a bounded number of keys.
 */
export interface BucketOptions {
  /** How many at once. */
  readonly most: number;
  /** How many a second from then on. */
  readonly perSecond: number;
}

const MOST_KEYS = 10_000;

export class Buckets {
  readonly #options: BucketOptions;
  readonly #now: () => number;
  readonly #levels = new Map<string, { left: number; at: number }>();

  constructor(options: BucketOptions, now: () => number = () => performance.now()) {
    this.#options = options;
    this.#now = now;
  }

  /** Takes one out; returns the seconds to wait when there is none left, else 0. */
  take(key: string): number {
    const { most, perSecond } = this.#options;
    const now = this.#now();
    const level = this.#levels.get(key) ?? { left: most, at: now };
    const left = Math.min(most, level.left + ((now - level.at) / 1000) * perSecond);
    this.#levels.delete(key);
    this.#levels.set(key, { left: Math.max(0, left - (left >= 1 ? 1 : 0)), at: now });
    if (this.#levels.size > MOST_KEYS) this.#levels.delete(this.#levels.keys().next().value as string);
    return left >= 1 ? 0 : Math.ceil((1 - left) / perSecond);
  }
}
