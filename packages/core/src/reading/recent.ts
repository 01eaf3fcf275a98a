/**
 * A small map that forgets its oldest entries: plain JSON, so that it can be part of a reader's saved state, whatever
 * the length of the session.
 */
import { remember as push } from './keyed-list.ts';

export type Recent<T> = { k: string; v: T }[];

/** Looks from the end: what is asked for is nearly always new. */
export function recall<T>(entries: Recent<T>, key: string): T | undefined {
  return entries[placeOf(entries, key)]?.v;
}

export function remember<T>(entries: Recent<T>, key: string, value: T, limit: number): T {
  forget(entries, key);
  if (entries.length >= limit) entries.splice(0, entries.length - limit + 1);
  entries.push({ k: key, v: value });
  return value;
}

/** The key is not looked for, which would cost more than the rest: `recall` finds the latest of equal ones. */
export function note<T>(entries: Recent<T>, key: string, value: T, limit: number): void {
  push(entries, { k: key, v: value }, limit);
}

export function forget<T>(entries: Recent<T>, key: string): void {
  const at = placeOf(entries, key);
  if (at >= 0) entries.splice(at, 1);
}

function placeOf<T>(entries: Recent<T>, key: string): number {
  let at = entries.length - 1;
  while (at >= 0 && (entries[at] as { k: string }).k !== key) at--;
  return at;
}
