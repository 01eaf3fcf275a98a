/** Small lists that forget their oldest entries: plain JSON, so that they can be part of the saved state. */

/** Looks from the end: what is asked for is nearly always new. */
export function recall<T extends { k: string }>(entries: readonly T[], key: string): T | undefined {
  for (let i = entries.length - 1; i >= 0; i--) {
    const entry = entries[i] as T;
    if (entry.k === key) return entry;
  }
  return undefined;
}

export function remember<T>(entries: T[], entry: T, limit: number): T {
  // Dropping a quarter at once keeps the cost of forgetting small.
  if (entries.length >= limit) entries.splice(0, Math.max(1, limit >> 2));
  entries.push(entry);
  return entry;
}
