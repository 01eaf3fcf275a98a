/** Notices that something was accepted, by this process or another, while somebody follows: the state is one small query. */
const LOOK_MS = 500;

export class Watching {
  readonly #state: () => Promise<number>;
  readonly #listeners = new Set<() => void>();
  #timer: NodeJS.Timeout | undefined;
  #known: number | undefined;
  #looking = false;

  constructor(state: () => Promise<number>) {
    this.#state = state;
  }

  add(changed: () => void): () => void {
    const listener = () => changed();
    this.#listeners.add(listener);
    if (this.#timer === undefined) {
      void this.#look();
      this.#timer = setInterval(() => void this.#look(), LOOK_MS).unref();
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.close();
    };
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#known = undefined;
  }

  /** A database that cannot be reached is asked again: whoever follows waits meanwhile. */
  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    const state = await this.#state().catch(() => this.#known);
    this.#looking = false;
    const before = this.#known;
    this.#known = state;
    // What happened between listening and the first look is not known: it may call without reason.
    if (state !== before) for (const listener of [...this.#listeners]) listener();
  }
}
