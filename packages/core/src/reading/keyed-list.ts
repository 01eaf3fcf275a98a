/**
 * Small lists of entries that know their own key and forget the oldest: plain JSON, so that they can be part of a
 * reader's saved state. Where key and value are apart, see recent.ts.
 */
export interface Keyed {
  /** The key. */
  k: string;
}

/** Looks from the end: what is asked for is nearly always new. */
export function recall<T extends Keyed>(entries: readonly T[], key: string): T | undefined {
  for (let i = entries.length - 1; i >= 0; i--) {
    const entry = entries[i] as T;
    if (entry.k === key) return entry;
  }
  return undefined;
}

/** The entry is new: its key is not looked for. */
export function remember<T>(entries: T[], entry: T, limit: number): T {
  // Dropping a quarter at once keeps the cost of forgetting small.
  if (entries.length >= limit) entries.splice(0, Math.max(1, limit >> 2));
  entries.push(entry);
  return entry;
}
