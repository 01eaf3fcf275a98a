/** The row the reader is at, the one under the pointer, and the first that was not yet seen. */
export class Cursor {
  readonly #listeners = new Set<() => void>();
  #current: number | undefined;
  #hovered: number | undefined;
  #unread: number | undefined;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get current(): number | undefined {
    return this.#current;
  }

  set current(row: number | undefined) {
    if (this.#current === row) return;
    this.#current = row;
    this.#tell();
  }

  get hovered(): number | undefined {
    return this.#hovered;
  }

  set hovered(row: number | undefined) {
    if (this.#hovered === row) return;
    this.#hovered = row;
    this.#tell();
  }

  get unread(): number | undefined {
    return this.#unread;
  }

  set unread(row: number | undefined) {
    if (this.#unread === row) return;
    this.#unread = row;
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
