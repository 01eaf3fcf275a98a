/** What keys have brought lately. It is read from the store once in a while for each: a limit is no count to the last byte. */
import type { HubStore } from '../store/contract.ts';

const HOUR = 3_600_000;
const FRESH_MS = 5000;
/** Keys that are remembered at most. */
const MOST_KEYS = 10_000;

export interface Brought {
  /** In the last hour. */
  readonly documents: number;
  /** In the last day. */
  readonly bytes: number;
}

export class Quotas {
  readonly #store: Pick<HubStore, 'brought'>;
  readonly #now: () => number;
  readonly #known = new Map<number, { readonly at: number; readonly brought: Promise<Brought> }>();

  constructor(store: Pick<HubStore, 'brought'>, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** `isExact`: as it is now, for a key whose limits were set by somebody. */
  brought(key: number, isExact = false): Promise<Brought> {
    const now = this.#now();
    if (isExact) return this.#read(key, now);
    const known = this.#known.get(key);
    if (known && now - known.at < FRESH_MS) return known.brought;
    const brought = this.#read(key, now);
    if (this.#known.size >= MOST_KEYS) this.#known.clear();
    this.#known.set(key, { at: now, brought });
    brought.catch(() => this.#known.delete(key));
    return brought;
  }

  async #read(key: number, now: number): Promise<Brought> {
    const [{ documents }, { bytes }] = await Promise.all([
      this.#store.brought(key, now - HOUR),
      this.#store.brought(key, now - 24 * HOUR),
    ]);
    return { documents, bytes };
  }
}
