/** The same values, with a moment for everybody else (requests, timers) after every few milliseconds of work. */
import { setImmediate } from 'node:timers/promises';

const SLICE_MS = 25;

export async function* withPauses<T>(values: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T> {
  let since = performance.now();
  for await (const value of values) {
    yield value;
    if (performance.now() - since < SLICE_MS) continue;
    await setImmediate();
    since = performance.now();
  }
}
