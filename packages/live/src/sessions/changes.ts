/** Tells those who wait that something has changed. */
export class Changes {
  #listeners = new Set<() => void>();

  tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  once(listener: () => void): void {
    const leave = this.listen(() => {
      leave();
      listener();
    });
  }

  /** Until it holds. */
  until(holds: () => boolean): Promise<void> {
    if (holds()) return Promise.resolve();
    return new Promise((resolve) => {
      const leave = this.listen(() => {
        if (!holds()) return;
        leave();
        resolve();
      });
    });
  }
}
