/** The same values, with a moment for everybody else (requests, timers) after every few milliseconds of work. */
const SLICE_MS = 25;

/** `pause` lets others have their turn. */
export async function* paced<T>(
  values: Iterable<T> | AsyncIterable<T>,
  pause: () => Promise<unknown>,
): AsyncGenerator<T> {
  let since = performance.now();
  for await (const value of values) {
    yield value;
    if (performance.now() - since < SLICE_MS) continue;
    await pause();
    since = performance.now();
  }
}
