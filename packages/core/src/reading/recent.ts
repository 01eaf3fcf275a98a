/**
 * A small map that forgets its oldest entries: plain JSON, so that it can be part of a reader's saved state, whatever
 * the length of the session.
 */
export type Recent<T> = { k: string; v: T }[];

/** Looks from the end: what is asked for is nearly always new. */
export function recall<T>(entries: Recent<T>, key: string): T | undefined {
  for (let i = entries.length - 1; i >= 0; i--) {
    if ((entries[i] as { k: string }).k === key) return (entries[i] as { v: T }).v;
  }
  return undefined;
}

export function remember<T>(entries: Recent<T>, key: string, value: T, limit: number): T {
  forget(entries, key);
  if (entries.length >= limit) entries.splice(0, entries.length - limit + 1);
  entries.push({ k: key, v: value });
  return value;
}

export function forget<T>(entries: Recent<T>, key: string): void {
  const at = entries.findLastIndex(({ k }) => k === key);
  if (at >= 0) entries.splice(at, 1);
}
