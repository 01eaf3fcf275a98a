/** Questions to a slice. The answer to `where` is a question again; nothing is read before it is asked for. */
export class Query<T> implements Iterable<T> {
  readonly #items: () => Iterable<T>;
  readonly #matches: (item: T) => boolean;

  constructor(items: () => Iterable<T>, matches: (item: T) => boolean = () => true) {
    this.#items = items;
    this.#matches = matches;
  }

  *[Symbol.iterator](): Iterator<T> {
    for (const item of this.#items()) if (this.#matches(item)) yield item;
  }

  /** Every item, in order. */
  all(): readonly T[] {
    return [...this];
  }

  /** The item that came last. */
  latest(): T | undefined {
    let latest: T | undefined;
    for (const item of this) latest = item;
    return latest;
  }

  where(predicate: (item: T) => boolean): Query<T> {
    return new Query(() => this, predicate);
  }
}
