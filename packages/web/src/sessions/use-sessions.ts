/** The list of sessions of the whole page: loaded once for a query, whichever pane shows it. */
import type { SessionSummary } from '@hansard/client';
import { useEffect, useSyncExternalStore } from 'react';
import { api } from '../api.ts';
import { useLiveReturns } from '../live/connection.ts';
import { useLiveSessions } from '../live/live.ts';
import { type Order, SessionPages, type SessionsView } from './session-pages.ts';

export const sessionPages = new SessionPages((query, options) =>
  api.sessions({ ...query, q: query.q || undefined }, options),
);

const TOGETHER_MS = 100;
let waiting: SessionSummary[] = [];

/** A first sync tells of thousands: they are taken together, a few times a second. */
function take(session: SessionSummary): void {
  waiting.push(session);
  if (waiting.length > 1) return;
  setTimeout(() => {
    const sessions = new Map(waiting.map((one) => [one.id, one]));
    waiting = [];
    void sessionPages.take([...sessions.values()]);
  }, TOGETHER_MS);
}

/** Asks for the list, again whenever the query changes or the server was away. */
export function useSessions(q: string, sort: Order): SessionsView {
  const returns = useLiveReturns();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a stream that came back may have missed something
  useEffect(() => {
    void sessionPages.start({ q, sort });
  }, [q, sort, returns]);
  useLiveSessions(take);
  return useSyncExternalStore(sessionPages.subscribe, sessionPages.view);
}
