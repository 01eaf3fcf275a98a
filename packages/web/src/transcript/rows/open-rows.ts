/** Which rows, and which parts of them, the reader opened or closed. Rows that leave the page and come back keep it. */
/** Names of the texts that rows show the beginning of; the row itself has none. */
const PARTS = ['', 'input', 'output', 'errors', 'text', 'error', 'summary'] as const;

export class OpenRows {
  readonly #states = new Map<string, boolean>();
  readonly #listeners = new Set<() => void>();

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get(row: number, part: string): boolean | undefined {
    return this.#states.get(`${row} ${part}`);
  }

  set(row: number, part: string, open: boolean): void {
    this.#states.set(`${row} ${part}`, open);
    for (const listener of this.#listeners) listener();
  }

  /** A row with everything in it. */
  setAll(row: number, open: boolean): void {
    for (const part of PARTS) this.#states.set(`${row} ${part}`, open);
    for (const listener of this.#listeners) listener();
  }

  /** Another level begins afresh. */
  clear(): void {
    if (this.#states.size === 0) return;
    this.#states.clear();
    for (const listener of this.#listeners) listener();
  }
}
