/** Search in memory: everything is looked at. */

import { FLAGS } from '../../events/event-facts.ts';
import { isSubagentSource } from '../../events/source-path.ts';
import type { Query } from '../../query/query.ts';
import { DistinctHits } from '../../search/distinct-hits.ts';
import { findInSession } from '../../search/find-in-session.ts';
import { highlighter, type Mark } from '../../search/highlight.ts';
import type { PatternMatcher } from '../../search/matcher.ts';
import { snippetOf } from '../../search/snippet.ts';
import type { HitResult, SearchOptions, SearchResult, SessionResult, StoreSearch } from '../../store/search.ts';
import type { SessionRow } from '../../store/sessions.ts';
import { composed } from '../../words/fold.ts';
import { eachText } from '../../words/index-text.ts';
import { plainMatcher } from '../plain-matcher.ts';
import type { KeptEvent, KeptSession } from './kept-session.ts';
import { choosesEvents, eventFits, sessionFits } from './match-query.ts';
import type { MemoryStore } from './memory-store.ts';

const CONTEXT = 160;

export function memorySearch(store: MemoryStore): StoreSearch {
  return {
    find: async (query, options = {}) => find(store, query, options),
    explain: async (query) => explain(store, query),
    inSession: async (session, text, limit) => {
      const lastSeq = store.kept.get(session)?.lastSeq ?? 0;
      const page = (after: number, most: number) => store.events.page(session, after, most);
      return findInSession(text, { limit, lastSeq, page, matcher: plainMatcher });
    },
  };
}

interface Found {
  readonly session: KeptSession;
  readonly row: SessionRow;
  readonly hits: readonly KeptEvent[];
}

async function find(store: MemoryStore, query: Query, options: SearchOptions): Promise<SearchResult> {
  const { sessions = 20, hits = 3, order = 'newest', context = CONTEXT } = options;
  const hasWords = query.text.some(({ excluded }) => !excluded);
  const isRanked = order === 'ranked' && hasWords && query.patterns.length === 0;
  const found = foundIn(store, query);
  if (isRanked) found.sort((a, b) => bestOf(b, query, options.now) - bestOf(a, query, options.now));
  const shown = await Promise.all(
    found.slice(0, sessions).map((one): Promise<SessionResult> => resultOf(store, query, one, hits, context)),
  );
  const same = shown.reduce((sum, { count }, i) => sum + ((found[i]?.hits.length ?? 0) - (count?.number ?? 0)), 0);
  return {
    order: isRanked ? 'ranked' : 'newest',
    sessions: shown,
    more: found.length > sessions,
    total: query.patterns.length > 0 ? null : found.reduce((sum, one) => sum + one.hits.length, 0) - same,
    rankedPartly: false,
    patterns:
      query.patterns.length === 0
        ? null
        : { sessions: found.length, events: found.length, complete: true, abandoned: [] },
  };
}

/** Those first in which something happened last. With a regular expression, words choose sessions and not events. */
function foundIn(store: MemoryStore, query: Query): Found[] {
  const matcher = query.patterns.length > 0 ? plainMatcher(query.patterns) : undefined;
  const ofEvents = matcher ? { ...query, text: [] } : query;
  const all = [...store.kept.values()].map((session) => ({ session, row: store.rowOf(session) }));
  const found = all.flatMap(({ session, row }): Found[] => {
    if (!sessionFits(query, row)) return [];
    const hasWords = (kept: KeptEvent) => eventFits({ ...query, filters: [] }, kept, row);
    if (matcher && query.text.length > 0 && !session.events.some(hasWords)) return [];
    if (!matcher && !choosesEvents(query)) return [{ session, row, hits: [] }];
    const hits = session.events.filter(
      (kept) => eventFits(ofEvents, kept, row) && (!matcher || matches(matcher, kept)),
    );
    return hits.length === 0 ? [] : [{ session, row, hits: hits.toReversed() }];
  });
  return found.sort((a, b) => Date.parse(b.row.endedAt ?? '1970') - Date.parse(a.row.endedAt ?? '1970'));
}

function textsOf({ event }: KeptEvent): string[] {
  const texts: string[] = [];
  eachText(event, (text) => texts.push(composed(text)));
  return texts;
}

function matches(matcher: PatternMatcher, kept: KeptEvent): boolean {
  const found = matcher.matches([textsOf(kept)], 1000);
  return found !== 'late' && found[0] !== undefined;
}

const MONTH = 30 * 24 * 60 * 60 * 1000;

/** The share of an event's text that is what was asked for, at best; what is recent counts up to twice. */
function bestOf({ hits }: Found, query: Query, now = Date.now()): number {
  const marks = highlighter(query);
  const score = (kept: KeptEvent) => {
    const texts = textsOf(kept);
    const length = texts.reduce((sum, text) => sum + text.length, 1);
    const recency = 1 + MONTH / (MONTH + Math.max(0, now - kept.columns.time));
    return (recency * texts.reduce((sum, text) => sum + marks(text).length, 0)) / length;
  };
  return Math.max(...hits.map(score));
}

async function resultOf(
  store: MemoryStore,
  query: Query,
  { row, hits }: Found,
  most: number,
  context: number,
): Promise<SessionResult> {
  const shortId = (await store.sessions.kin([row.id]))[0]?.shortId ?? row.id;
  const matcher = query.patterns.length > 0 ? plainMatcher(query.patterns) : undefined;
  const words = highlighter(query);
  const marks = (text: string): Mark[] => {
    const [found] = matcher ? (matcher.matches([[text]], 1000) as { start: number; end: number }[][]) : [];
    return found ? found.map(({ start, end }, term) => ({ start, end, term })) : words(text);
  };
  const distinct = new DistinctHits<HitResult>(most);
  for (const kept of hits) {
    const hit = hitOf(kept, shortId, marks, context);
    if (!distinct.isFull) distinct.offer(hit, hit.snippet);
  }
  return {
    session: row,
    shortId,
    count: matcher ? null : { number: hits.length - distinct.same, exact: true },
    hits: distinct.shown,
  };
}

function hitOf(
  { event, columns }: KeptEvent,
  shortId: string,
  marks: (text: string) => Mark[],
  context: number,
): HitResult {
  return {
    link: `${shortId}#${event.id}`,
    eventId: event.id,
    logSeq: event.logSeq as number,
    time: new Date(columns.time).toISOString(),
    type: event.type,
    tool: columns.tool,
    model: columns.model,
    error: (columns.flags & FLAGS.error) !== 0,
    subagent: isSubagentSource(event.source),
    withdrawn: event.withdrawn === true,
    snippet: snippetOf(event, marks, context) ?? null,
  };
}

/** It suggests nothing: a store may know better. */
function explain(store: MemoryStore, query: Query) {
  const clauses = [...query.text.filter(({ excluded }) => !excluded), ...query.filters];
  const without = (clause: (typeof clauses)[number]): Query => ({
    ...query,
    text: query.text.filter((one) => one !== clause),
    filters: query.filters.filter((one) => one !== clause),
    patterns: [],
  });
  const only = (clause: (typeof clauses)[number]): Query => ({
    ...query,
    text: query.text.filter((one) => one === clause),
    filters: query.filters.filter((one) => one === clause),
    patterns: [],
  });
  return clauses.flatMap((clause) => {
    const fitsNothing = foundIn(store, only(clause)).length === 0;
    const sessionsWithout = clauses.length === 1 ? 0 : Math.min(20, foundIn(store, without(clause)).length);
    const explanation = {
      clause: query.source.slice(clause.at, clause.end),
      fitsNothing,
      sessionsWithout,
      instead: [],
    };
    return fitsNothing || sessionsWithout > 0 ? [explanation] : [];
  });
}
