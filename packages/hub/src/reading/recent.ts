/** What was used last, within a budget of whatever is counted. */
export class Recent<K, V> {
  readonly #most: number;
  readonly #sizeOf: (value: V) => number;
  readonly #kept = new Map<K, V>();
  #size = 0;

  constructor(most: number, sizeOf: (value: V) => number) {
    this.#most = most;
    this.#sizeOf = sizeOf;
  }

  get(key: K): V | undefined {
    const value = this.#kept.get(key);
    if (value === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, value);
    return value;
  }

  set(key: K, value: V): void {
    this.delete(key);
    this.#kept.set(key, value);
    this.#size += this.#sizeOf(value);
    while (this.#size > this.#most && this.#kept.size > 1) this.delete(this.#kept.keys().next().value as K);
  }

  delete(key: K): void {
    const value = this.#kept.get(key);
    if (value === undefined || !this.#kept.delete(key)) return;
    this.#size -= this.#sizeOf(value);
  }
}
