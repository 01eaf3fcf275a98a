/** The search of the contract, by the full-text index. */
import { findInSession, MOST_READ, patternIn } from '@hansard/core/search/find-in-session.ts';
import type { StoreEvents } from '@hansard/core/store/events.ts';
import type { StoreSearch } from '@hansard/core/store/search.ts';
import type { Sql } from '../database/sql.ts';
import { patternRunner } from '../host/run-pattern.ts';
import { explainNothing } from './search/explain.ts';
import { findByIndex } from './search/find-by-index.ts';
import type { Search } from './search/search.ts';
import type { SessionIds } from './session-ids.ts';
import { lastSeqOf } from './store-changes.ts';

export function storeSearch(sql: Sql, search: Search, ids: SessionIds, events: Pick<StoreEvents, 'page'>): StoreSearch {
  return {
    find: (query, options) => search.find(query, options),
    explain: async (query) => explainNothing(sql, query),
    inSession: async (session, text, limit) => {
      const number = ids.numberOf(session);
      const lastSeq = (number !== undefined && lastSeqOf(sql, number)) || 0;
      // What is short enough is read through, so that any piece of text is found.
      if (number !== undefined && lastSeq > MOST_READ && !patternIn(text)) {
        return findByIndex(sql, search.glimpses, number, text, limit);
      }
      const page = (after: number, most: number) => events.page(session, after, most);
      return findInSession(text, { limit, lastSeq, page, matcher: patternRunner });
    },
  };
}
