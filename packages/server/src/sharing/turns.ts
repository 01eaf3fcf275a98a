/**
 * Turns of work that takes long, such as exports: one slice of one of them each time round, however many there are, so that
 * whoever else asks never waits for more than one slice.
 */
import { setImmediate } from 'node:timers/promises';

export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** When everybody who asked before has had a turn. */
  next(): Promise<unknown> {
    this.#last = this.#last.then(() => setImmediate());
    return this.#last;
  }

  /** Does what cannot be cut into slices, by itself. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(() => setImmediate()).then(work);
    this.#last = done.catch(() => {});
    return done;
  }
}
