/**
 * The page's address is its only view state: path and query say what is shown, so that a reload, a link and the back
 * button give the same view. Components read it with `usePlace` and change it with `navigate`. How far one has read is
 * not in the address, but is kept beside it in the browser's history.
 */
import { useSyncExternalStore } from 'react';

export interface Address {
  readonly path: string;
  readonly query: URLSearchParams;
}

export interface Place extends Address {
  /** What was kept here when it was left, if this was come back to. */
  readonly kept: unknown;
  /** How often this very address was asked for again. */
  readonly again: number;
}

const listeners = new Set<() => void>();
let keeper: (() => unknown) | undefined;
let place = readPlace(history.state);

function readPlace(kept: unknown, again = 0): Place {
  return { path: location.pathname, query: new URLSearchParams(location.search), kept, again };
}

function changed(kept: unknown, again = 0): void {
  place = readPlace(kept, again);
  for (const listener of listeners) listener();
}

const returned = (): void => changed(history.state);

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('popstate', returned);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('popstate', returned);
  };
}

export const currentPlace = (): Place => place;

export const usePlace = (): Place => useSyncExternalStore(subscribe, currentPlace);

/** Goes to an address of the page. `replace` for changes of the same view that are no step back of their own. */
export function navigate(address: string, { replace = false } = {}): void {
  const isHere = address === location.pathname + location.search;
  if (replace && isHere) return;
  if (replace) {
    history.replaceState(history.state, '', address);
    changed(place.kept, place.again);
  } else if (isHere) {
    changed(null, place.again + 1);
  } else {
    keepPlace();
    history.pushState(null, '', address);
    changed(null);
  }
}

/** Writes down how far one has read, for coming back. It happens by itself before another address is gone to. */
export function keepPlace(): void {
  if (keeper) history.replaceState(keeper() ?? null, '');
}

/** Says how far one has read, for as long as it is there. */
export function keepWith(own: () => unknown): () => void {
  keeper = own;
  addEventListener('pagehide', keepPlace);
  return () => {
    removeEventListener('pagehide', keepPlace);
    if (keeper === own) keeper = undefined;
  };
}

/** The address of a path with these query values; empty and missing ones are left out. */
export function addressOf(path: string, values: Record<string, string | null | undefined> = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) query.set(name, value);
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** This address with some query values changed; null removes one. */
export function withQuery(change: Record<string, string | null>, { path, query }: Address = place): string {
  return addressOf(path, { ...Object.fromEntries(query), ...change });
}

/** One query value, and the way to change it in place. */
export function useQueryValue(name: string): [value: string | null, set: (value: string | null) => void] {
  const { query } = usePlace();
  return [query.get(name), (value) => navigate(withQuery({ [name]: value }), { replace: true })];
}
