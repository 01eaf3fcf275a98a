/** One slice of a session: items of one type, with the reducers that change it and those who follow it. */
import { Query } from './query.ts';
import { appendAll, type Reducer, replaceLatest, type SliceChange } from './reducers.ts';
import type { SliceStore } from './slice-factory.ts';
import { nameOf, SlicePolicy, type SliceType, typeOf } from './slice-type.ts';

export class Slice<T extends object> implements Iterable<T> {
  readonly type: SliceType<T>;
  readonly policy: SlicePolicy;
  readonly #store: SliceStore<T>;
  readonly #reducers = new Map<SliceType, Reducer<T, never>[]>();
  readonly #followers = new Set<(items: readonly T[]) => void>();
  readonly #registered: (event: SliceType) => void;

  constructor(type: SliceType<T>, policy: SlicePolicy, store: SliceStore<T>, registered: (event: SliceType) => void) {
    this.type = type;
    this.policy = policy;
    this.#store = store;
    this.#registered = registered;
  }

  [Symbol.iterator](): Iterator<T> {
    return this.#store.all()[Symbol.iterator]();
  }

  all(): readonly T[] {
    return [...this.#store.all()];
  }

  latest(): T | undefined {
    return this.#store.latest();
  }

  where(predicate: (item: T) => boolean): Query<T> {
    return new Query(() => this.#store.all(), predicate);
  }

  /** Changes the slice by `reducer` whenever an event of that type is dispatched. */
  register<E extends object>(event: SliceType<E>, reducer: Reducer<T, E>): void {
    const known = this.#reducers.get(event) ?? [];
    this.#reducers.set(event, [...known, reducer as Reducer<T, never>]);
    this.#registered(event);
  }

  append(...items: T[]): void {
    this.apply({ append: items });
  }

  /** What is in it from the start; for slices of state. */
  seed(items: Iterable<T>): void {
    this.apply({ replace: [...items] });
  }

  /** For slices of state; a log only grows. */
  clear(): void {
    this.apply({ replace: [] });
  }

  /** What is there, then what comes, until the signal aborts. */
  async *follow(signal?: AbortSignal): AsyncIterable<T> {
    const waiting: T[] = this.all().slice();
    let wake = () => {};
    const take = (items: readonly T[]) => {
      waiting.push(...items);
      wake();
    };
    const stop = () => wake();
    this.#followers.add(take);
    signal?.addEventListener('abort', stop);
    try {
      while (!signal?.aborted) {
        const next = waiting.shift();
        if (next !== undefined) yield next;
        else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    } finally {
      this.#followers.delete(take);
      signal?.removeEventListener('abort', stop);
    }
  }

  /** @internal Runs what is registered for the event; an event of the slice's own type has a reducer by default. */
  reduce(event: object): boolean {
    const type = typeOf(event);
    const reducers = this.#reducers.get(type);
    if (!reducers && type !== this.type) return false;
    for (const reducer of reducers ?? [this.#byDefault()]) {
      // These two do not look at what is there.
      const slice = reducer === appendAll || reducer === replaceLatest ? [] : this.all();
      this.apply(reducer(slice, event as never));
    }
    return true;
  }

  /** @internal */
  apply(change: SliceChange<T>): void {
    if ('append' in change) {
      this.#store.append(change.append);
      for (const follower of this.#followers) follower(change.append);
      return;
    }
    if (this.policy === SlicePolicy.LOG) throw new TypeError(`${nameOf(this.type)} is a log: it only grows.`);
    this.#store.replace(change.replace);
    for (const follower of this.#followers) follower(change.replace);
  }

  /** @internal */
  close(): void {
    this.#store.close?.();
  }

  #byDefault(): Reducer<T, never> {
    return (this.policy === SlicePolicy.LOG ? appendAll : replaceLatest) as Reducer<T, never>;
  }
}
