/** Search in memory: everything is looked at. */
import {
  bestOf,
  CONTEXT,
  explained,
  type FoundSession,
  matches,
  newestFirst,
  resultOf,
  totalOf,
} from '../../held/found.ts';
import type { HeldEvent } from '../../held/held-session.ts';
import { choosesEvents, eventFits, sessionFits } from '../../held/match-query.ts';
import { shortIdAmong } from '../../held/session-lists.ts';
import type { Query } from '../../query/query.ts';
import { findInSession } from '../../search/find-in-session.ts';
import type { SearchOptions, SearchResult, StoreSearch } from '../../store/search.ts';
import { plainMatcher } from '../plain-matcher.ts';
import type { MemoryStore } from './memory-store.ts';

export function memorySearch(store: MemoryStore): StoreSearch {
  return {
    find: async (query, options = {}) => find(store, query, options),
    explain: async (query) => explained(query, async (one) => foundIn(store, one).length),
    inSession: async (session, text, limit) => {
      const lastSeq = store.kept.get(session)?.lastSeq ?? 0;
      const page = (after: number, most: number) => store.events.page(session, after, most);
      return findInSession(text, { limit, lastSeq, page, matcher: plainMatcher });
    },
  };
}

function find(store: MemoryStore, query: Query, options: SearchOptions): SearchResult {
  const { sessions = 20, hits = 3, order = 'newest', context = CONTEXT } = options;
  const hasWords = query.text.some(({ excluded }) => !excluded);
  const isRanked = order === 'ranked' && hasWords && query.patterns.length === 0;
  const found = foundIn(store, query);
  if (isRanked) found.sort((a, b) => bestOf(b, query, options.now) - bestOf(a, query, options.now));
  const rows = [...store.kept.values()].map((session) => store.rowOf(session));
  const telling = { query, matcher: plainMatcher, hits, context, shortId: (id: string) => shortIdAmong(rows, id) };
  const shown = found.slice(0, sessions).map((one) => resultOf(telling, one));
  return {
    order: isRanked ? 'ranked' : 'newest',
    sessions: shown,
    more: found.length > sessions,
    total: query.patterns.length > 0 ? null : totalOf(found, shown),
    rankedPartly: false,
    patterns:
      query.patterns.length === 0
        ? null
        : { sessions: found.length, events: found.length, complete: true, abandoned: [] },
  };
}

/** Those first in which something happened last. With a regular expression, words choose sessions and not events. */
function foundIn(store: MemoryStore, query: Query): FoundSession[] {
  const matcher = query.patterns.length > 0 ? plainMatcher(query.patterns) : undefined;
  const ofEvents = matcher ? { ...query, text: [] } : query;
  const all = [...store.kept.values()].map((session) => ({ session, row: store.rowOf(session) }));
  const found = all.flatMap(({ session, row }): FoundSession[] => {
    if (!sessionFits(query, row)) return [];
    const hasWords = (held: HeldEvent) => eventFits({ ...query, filters: [] }, held, row);
    if (matcher && query.text.length > 0 && !session.events.some(hasWords)) return [];
    if (!matcher && !choosesEvents(query)) return [{ row, hits: [] }];
    const hits = session.events.filter(
      (held) => eventFits(ofEvents, held, row) && (!matcher || matches(matcher, held)),
    );
    return hits.length === 0 ? [] : [{ row, hits: hits.toReversed() }];
  });
  return found.sort(newestFirst);
}
