/** Whether the stream of the archive is connected, and how often it came back. An exported page has none, and never asks. */
import { useEffect, useRef, useSyncExternalStore } from 'react';

export type LiveState = 'connecting' | 'connected' | 'lost';

const listeners = new Set<() => void>();
let state: LiveState = 'connecting';
/** Counts how often the stream came back: what happened meanwhile has to be asked for. */
let returns = 0;

export function setLiveState(next: LiveState): void {
  if (next === 'connected' && state === 'lost') returns++;
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
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
