/** Tells whoever listens that the archive may have changed. It says neither what nor where: listeners look. */
export class Changes {
  readonly #listeners = new Set<() => void>();

  /** Returns what ends it. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
