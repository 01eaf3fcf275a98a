/** A small map that forgets its oldest entry: plain JSON, so that it can be part of a reader's saved state. */

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

export function remember<T extends Keyed>(entries: T[], entry: T, limit: number): T {
  // Dropping a quarter at once keeps the cost of forgetting small.
  if (entries.length >= limit) entries.splice(0, Math.max(1, limit >> 2));
  entries.push(entry);
  return entry;
}
