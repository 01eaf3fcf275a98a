/**
 * Notices that something was accepted, by this process or another, while somebody follows. A database that tells of it is
 * listened to, and asked once in a while all the same; another is asked: the state is one small query.
 */
const LOOK_MS = 500;
const LOOK_LISTENING_MS = 10_000;

export class Watching {
  readonly #state: () => Promise<number>;
  readonly #listen: (changed: () => void) => (() => void) | undefined;
  #deafen: (() => void) | undefined;
  readonly #listeners = new Set<() => void>();
  #timer: NodeJS.Timeout | undefined;
  #known: number | undefined;
  #looking = false;
  #isLate = false;

  /** `listen`: calls when something may have changed; returns nothing where that cannot be heard. */
  constructor(state: () => Promise<number>, listen: (changed: () => void) => (() => void) | undefined) {
    this.#state = state;
    this.#listen = listen;
  }

  add(changed: () => void): () => void {
    const listener = () => changed();
    this.#listeners.add(listener);
    if (this.#timer === undefined) {
      void this.#look();
      this.#deafen = this.#listen(() => void this.#look());
      this.#timer = setInterval(() => void this.#look(), this.#deafen ? LOOK_LISTENING_MS : LOOK_MS).unref();
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.close();
    };
  }

  close(): void {
    clearInterval(this.#timer);
    this.#deafen?.();
    this.#deafen = undefined;
    this.#timer = undefined;
    this.#known = undefined;
  }

  /** A database that cannot be reached is asked again: whoever follows waits meanwhile. */
  async #look(): Promise<void> {
    if (this.#looking) {
      this.#isLate = true;
      return;
    }
    this.#looking = true;
    const state = await this.#state().catch(() => this.#known);
    this.#looking = false;
    const before = this.#known;
    this.#known = state;
    // What happened between listening and the first look is not known: it may call without reason.
    if (state !== before) for (const listener of [...this.#listeners]) listener();
    if (!this.#isLate || this.#timer === undefined) return;
    // Something came while it was asked, which the answer may not have.
    this.#isLate = false;
    await this.#look();
  }
}
