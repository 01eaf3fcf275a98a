/**
 * Answers of the server for components: what was asked before is shown at once while it is asked for again, an answer
 * that comes too late for its question is dropped, and what a server that was away did not answer is asked again.
 */
import { useCallback, useEffect, useState } from 'react';
import { useOnReturn } from '../live/connection.ts';

export interface Answer<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly loading: boolean;
  readonly reload: () => void;
}

const KEPT = 60;
const kept = new Map<string, unknown>();

function keep(key: string, data: unknown): void {
  kept.delete(key);
  kept.set(key, data);
  for (const old of kept.keys()) {
    if (kept.size <= KEPT) break;
    kept.delete(old);
  }
}

interface Asked<T> {
  readonly key: string | null;
  readonly data?: T | undefined;
  readonly error?: unknown;
  readonly loading: boolean;
}

/** `key` names the question; null asks nothing. */
export function useAnswer<T>(key: string | null, ask: (signal: AbortSignal) => Promise<T>): Answer<T> {
  const [asked, setAsked] = useState<Asked<T>>({ key: null, loading: false });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the question, the round for asking again
  useEffect(() => {
    if (key === null) return;
    const controller = new AbortController();
    setAsked({ key, data: kept.get(key) as T | undefined, loading: true });
    ask(controller.signal).then(
      (data) => {
        if (controller.signal.aborted) return;
        keep(key, data);
        setAsked({ key, data, loading: false });
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setAsked({ key, data: kept.get(key) as T | undefined, error, loading: false });
      },
    );
    return () => controller.abort();
  }, [key, round]);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  useOnReturn(asked.key === key && asked.error !== undefined, reload);
  const current = asked.key === key ? asked : { data: undefined, error: undefined, loading: key !== null };
  return { data: current.data, error: current.error, loading: current.loading, reload };
}
