/** Events of a program, from whoever dispatches them to whoever asked for their type. */
import { type SliceType, typeOf } from '../slices/slice-type.ts';

export interface Bus {
  dispatch(event: object): void;
  /** Returns a function that ends it. */
  subscribe<E extends object>(type: SliceType<E>, handler: (event: E) => void): () => void;
}

/** A bus within the program. A handler that throws keeps no other from its event. */
export class InProcessBus implements Bus {
  readonly #handlers = new Map<SliceType, Set<(event: never) => void>>();
  readonly #onError: (error: unknown) => void;

  constructor({ onError = () => {} }: { onError?: (error: unknown) => void } = {}) {
    this.#onError = onError;
  }

  dispatch(event: object): void {
    for (const handler of this.#handlers.get(typeOf(event)) ?? []) {
      try {
        handler(event as never);
      } catch (error) {
        this.#onError(error);
      }
    }
  }

  subscribe<E extends object>(type: SliceType<E>, handler: (event: E) => void): () => void {
    const handlers = this.#handlers.get(type) ?? new Set();
    this.#handlers.set(type, handlers.add(handler));
    return () => void handlers.delete(handler);
  }
}
