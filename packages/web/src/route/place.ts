/**
 * The page's address is its only view state: path and query say what is shown, so that a reload, a link and the back
 * button give the same view. Components read it with `usePlace` and change it with `navigate`.
 */
import { useSyncExternalStore } from 'react';

export interface Place {
  readonly path: string;
  readonly query: URLSearchParams;
}

const listeners = new Set<() => void>();
let place = readPlace();

function readPlace(): Place {
  return { path: location.pathname, query: new URLSearchParams(location.search) };
}

function changed(): void {
  place = readPlace();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('popstate', changed);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('popstate', changed);
  };
}

export const currentPlace = (): Place => place;

export const usePlace = (): Place => useSyncExternalStore(subscribe, currentPlace);

/** Goes to an address of the page. `replace` for changes of the same view that are no step back of their own. */
export function navigate(address: string, { replace = false } = {}): void {
  if (address === location.pathname + location.search) return;
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  changed();
}

/** The address of a path with these query values; empty and missing ones are left out. */
export function addressOf(path: string, values: Record<string, string | null | undefined> = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) query.set(name, value);
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** This address with some query values changed; null removes one. */
export function withQuery(change: Record<string, string | null>, { path, query } = place): string {
  return addressOf(path, { ...Object.fromEntries(query), ...change });
}

/** One query value, and the way to change it in place. */
export function useQueryValue(name: string): [value: string | null, set: (value: string | null) => void] {
  const { query } = usePlace();
  return [query.get(name), (value) => navigate(withQuery({ [name]: value }), { replace: true })];
}
