/**
 * The program's own `fetch`. It is called with what the program gave, for the program: this package opens no connection of
 * its own by it.
 */
export const ownFetch = (): typeof globalThis.fetch => globalThis.fetch;

/** Puts a function in its place, and gives a function that takes it back. */
export function replaceFetch(replacement: (before: typeof globalThis.fetch) => typeof globalThis.fetch): () => void {
  const before = globalThis.fetch;
  const after = replacement(before);
  globalThis.fetch = after;
  return () => {
    if (globalThis.fetch === after) globalThis.fetch = before;
  };
}
