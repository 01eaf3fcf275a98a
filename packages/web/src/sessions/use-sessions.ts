/** The list of sessions of the whole page: loaded once for a query, whichever pane shows it. */
import { useEffect, useSyncExternalStore } from 'react';
import { api } from '../api.ts';
import { useLiveReturns, useLiveSessions } from '../live/live.ts';
import { type Order, SessionPages, type SessionsView } from './session-pages.ts';

export const sessionPages = new SessionPages((query, options) =>
  api.sessions({ ...query, q: query.q || undefined }, options),
);

const take = (session: Parameters<SessionPages['take']>[0]) => void sessionPages.take(session);

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
