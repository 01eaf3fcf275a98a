/** Where slices are kept. A factory opens the store of one slice of one session. */
import type { SliceType } from './slice-type.ts';

export interface SliceStore<T> {
  append(items: readonly T[]): void;
  replace(items: readonly T[]): void;
  /** All items, from the first, each time it is asked for. */
  all(): Iterable<T>;
  latest(): T | undefined;
  close?(): void;
}

export interface SliceFactory {
  open<T extends object>(type: SliceType<T>, sessionId: string): SliceStore<T>;
}

/** Which factory keeps slices of which policy. */
export class SliceFactoryConfig {
  readonly stateFactory: SliceFactory;
  readonly logFactory: SliceFactory;

  constructor({ stateFactory, logFactory }: { stateFactory?: SliceFactory; logFactory?: SliceFactory } = {}) {
    this.stateFactory = stateFactory ?? new MemorySliceFactory();
    this.logFactory = logFactory ?? new MemorySliceFactory();
  }
}

/** Keeps slices in memory. */
export class MemorySliceFactory implements SliceFactory {
  open<T extends object>(): SliceStore<T> {
    return new MemoryStore<T>();
  }
}

class MemoryStore<T> implements SliceStore<T> {
  #items: T[] = [];

  append(items: readonly T[]): void {
    for (const item of items) this.#items.push(item);
  }

  replace(items: readonly T[]): void {
    this.#items = [...items];
  }

  all(): Iterable<T> {
    return this.#items;
  }

  latest(): T | undefined {
    return this.#items.at(-1);
  }
}
