/** Which rows, and which parts of them, the reader opened or closed. Rows that leave the page and come back keep it. */

/** How a row is shown, or what is written on it, is not opened with the rest. */
const APART = 'markdown';

export class OpenRows {
  readonly #states = new Map<string, boolean>();
  /** Rows with everything in them. */
  readonly #all = new Map<number, boolean>();
  readonly #listeners = new Set<() => void>();

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The row itself is the part without a name. */
  get(row: number, part: string): boolean | undefined {
    return this.#states.get(`${row} ${part}`) ?? (part.startsWith(APART) ? undefined : this.#all.get(row));
  }

  set(row: number, part: string, open: boolean): void {
    this.#states.set(`${row} ${part}`, open);
    this.#tell();
  }

  /** A row with everything in it, whatever was opened or closed in it before. */
  setAll(row: number, open: boolean): void {
    for (const key of this.#states.keys()) {
      if (key.startsWith(`${row} `) && !key.startsWith(`${row} ${APART}`)) this.#states.delete(key);
    }
    this.#all.set(row, open);
    this.#tell();
  }

  /** Another level begins afresh. */
  clear(): void {
    if (this.#states.size + this.#all.size === 0) return;
    this.#states.clear();
    this.#all.clear();
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
