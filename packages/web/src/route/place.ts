/**
 * The page's address is its only view state: path and query say what is shown, so that a reload, a link and the back
 * button give the same view. Components read it with `usePlace` and change it with `navigate`. How far one has read is
 * not in the address, but is kept beside it in the browser's history. A page in a file has only one path, and no query
 * that a browser lets it change: there the fragment holds the query.
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
// Tests of addresses have no document.
const isFile = typeof document === 'object' && document.documentElement.dataset['page'] === 'file';
let place = readPlace(history.state);

function readPlace(kept: unknown, again = 0): Place {
  if (isFile) return { path: '', query: fragmentQuery(), kept, again };
  return { path: location.pathname, query: new URLSearchParams(location.search), kept, again };
}

/** `#e12` is short for event 12. */
function fragmentQuery(): URLSearchParams {
  const event = /^#e(\d+)$/.exec(location.hash)?.[1];
  return new URLSearchParams(event === undefined ? location.hash.slice(1) : { e: event });
}

/** An address as links have it. */
export function hrefOf(address: string): string {
  const query = address.indexOf('?');
  return isFile ? `#${query < 0 ? '' : address.slice(query + 1)}` : address;
}

/** The same for other pages, programs and people. */
export const fullAddress = (address: string): string => new URL(hrefOf(address), location.href).href;

const hereNow = (): string => (isFile ? location.hash || '#' : location.pathname + location.search);

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
  const href = hrefOf(address);
  const isHere = href === hereNow();
  if (replace && isHere) return;
  if (replace) {
    history.replaceState(history.state, '', href);
    changed(place.kept, place.again);
  } else if (isHere) {
    changed(null, place.again + 1);
  } else {
    keepPlace();
    history.pushState(null, '', href);
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
