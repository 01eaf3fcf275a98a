/** Sessions that are new or have grown, from one stream for the whole page, and whether that stream is connected. */

import type { SessionSummary } from '@hansard/client';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { api } from '../api.ts';

type Listener = (session: SessionSummary) => void;
export type LiveState = 'connecting' | 'connected' | 'lost';

const sessionListeners = new Set<Listener>();
const stateListeners = new Set<() => void>();
let state: LiveState = 'connecting';
/** Counts how often the stream came back: what happened meanwhile has to be asked for. */
let returns = 0;

function setState(next: LiveState): void {
  if (next === 'connected' && state === 'lost') returns++;
  state = next;
  for (const listener of stateListeners) listener();
}

/** Lists, transcripts and answers that are held here may have what is gone: nothing of it stays. The address is the view. */
const onRemoval = (): void => location.reload();

export async function followArchive(): Promise<void> {
  try {
    for await (const session of api.watchSessions({ onConnection: setState, onRemoval })) {
      for (const listener of sessionListeners) listener(session);
    }
  } catch {
    // A problem that stays, such as a token that is no longer valid: every other request says so, with its reason.
    setState('lost');
  }
}

function subscribe(listener: () => void): () => void {
  stateListeners.add(listener);
  return () => stateListeners.delete(listener);
}

export const useLiveState = (): LiveState => useSyncExternalStore(subscribe, () => state);
export const useLiveReturns = (): number => useSyncExternalStore(subscribe, () => returns);

/** Does something once the server is back after it was away, if it is needed then. */
export function useOnReturn(needed: boolean, run: () => void): void {
  const times = useLiveReturns();
  const done = useRef(times);
  useEffect(() => {
    if (done.current === times) return;
    done.current = times;
    if (needed) run();
  }, [times, needed, run]);
}

export function useLiveSessions(listener: Listener): void {
  useEffect(() => {
    sessionListeners.add(listener);
    return () => {
      sessionListeners.delete(listener);
    };
  }, [listener]);
}
