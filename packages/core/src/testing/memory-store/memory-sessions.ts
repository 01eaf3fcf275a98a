/** Sessions of the store in memory. */
import { isListed } from '../../held/match-query.ts';
import { agentsAmong, factsAmong, kinOf, namedAmong, pageAmong, projectsAmong } from '../../held/session-lists.ts';
import type { Query } from '../../query/query.ts';
import type { SessionId, StoreSessions } from '../../store/sessions.ts';
import type { MemoryStore } from './memory-store.ts';

export function memorySessions(store: MemoryStore): StoreSessions {
  const rows = () => [...store.kept.values()].map((session) => store.rowOf(session));
  const listed = (query: Query | undefined) =>
    [...store.kept.values()]
      .map((session) => ({ session, row: store.rowOf(session) }))
      .filter(({ session, row }) => query === undefined || isListed(query, session, row))
      .map(({ row }) => row);
  const rowsOf = (ids: readonly SessionId[]) =>
    ids.flatMap((id) => {
      const session = store.kept.get(id);
      return session ? [store.rowOf(session)] : [];
    });
  return {
    find: async (name) => namedAmong(rows(), name),
    rows: async (ids) => rowsOf(ids),
    page: async (request) => pageAmong(listed(request.query), request, store.numbers),
    count: async (query) => listed(query).length,
    names: async (ids) => rowsOf(ids),
    kin: async (ids) => kinOf(rows(), ids),
    facts: async (id) => {
      const session = store.kept.get(id);
      return session && factsAmong(rows(), session);
    },
    agents: async () => agentsAmong(rows()),
    projects: async () => projectsAmong(rows()),
    sizes: async () => ({
      sessions: store.kept.size,
      events: rows().reduce((sum, { events }) => sum + events, 0),
      bytes: 0,
    }),
  };
}
