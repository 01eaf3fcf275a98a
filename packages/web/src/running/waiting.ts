/**
 * Everything that waits for a person, of all sessions: asked for when a session has grown, since every request and every
 * answer is a line of some wire, and told to the whole page.
 */
import type { PendingItem } from '@hansard/client';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { api } from '../api.ts';
import { useLiveReturns } from '../live/connection.ts';
import { useLiveSessions } from '../live/live.ts';
import { notifyOf } from './notify.ts';
import { useMay } from './use-may.ts';

const listeners = new Set<() => void>();
let items: readonly PendingItem[] = [];
/** Asking once more is enough for however many reasons there were meanwhile. */
let isAsking = false;
let isStale = false;

async function ask(): Promise<void> {
  if (isAsking) return;
  isAsking = true;
  do {
    isStale = false;
    try {
      set((await api.pending()).pending);
    } catch {
      // The server is away, and the page says so; what comes back asks again.
    }
  } while (isStale);
  isAsking = false;
}

function set(next: readonly PendingItem[]): void {
  const known = new Set(items.map(keyOf));
  notifyOf(next.filter((item) => !known.has(keyOf(item))));
  if (next.length === 0 && items.length === 0) return;
  items = next;
  for (const listener of listeners) listener();
}

const keyOf = ({ sessionId, requestId }: PendingItem): string => `${sessionId}/${requestId}`;

export function askWaiting(): void {
  isStale = true;
  void ask();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useWaiting = (): readonly PendingItem[] => useSyncExternalStore(subscribe, () => items);

/** Keeps it up to date, once for the page. */
export function useWatchWaiting(): void {
  const { runs } = useMay();
  const returns = useLiveReturns();
  const grown = useCallback(() => {
    if (runs) askWaiting();
  }, [runs]);
  useLiveSessions(grown);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a server that came back may know of more
  useEffect(grown, [grown, returns]);
}
