/** Values that were used last, up to a size altogether. */
export class Recent<V> {
  readonly #most: number;
  readonly #values = new Map<string, { readonly value: V; readonly size: number }>();
  #size = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): V | undefined {
    const known = this.#values.get(key);
    if (!known) return undefined;
    // The one that was used last is forgotten last.
    this.#values.delete(key);
    this.#values.set(key, known);
    return known.value;
  }

  /** One that is larger than all may be is kept until the next comes. */
  set(key: string, value: V, size: number): void {
    this.#size += size - (this.#values.get(key)?.size ?? 0);
    this.#values.delete(key);
    this.#values.set(key, { value, size });
    for (const [oldest, one] of this.#values) {
      if (this.#size <= this.#most || oldest === key) break;
      this.#values.delete(oldest);
      this.#size -= one.size;
    }
  }
}
