/**
 * Search on a hub. The index finds segments that may have what is asked, the latest first; they are opened, and events in
 * them looked at. Filters that need no content are answered from the rows of events.
 */
import type { Event } from '@hansard/core';
import {
  bestOf,
  CONTEXT,
  explained,
  type FoundSession,
  matches,
  newestFirst,
  resultOf,
  totalOf,
} from '@hansard/core/held/found.ts';
import type { HeldEvent } from '@hansard/core/held/held-session.ts';
import {
  choosesEvents,
  eventFits,
  hasText,
  isListed,
  isOfSession,
  sessionFits,
} from '@hansard/core/held/match-query.ts';
import type { Query, TextClause } from '@hansard/core/query/query.ts';
import type { MakeMatcher } from '@hansard/core/search/matcher.ts';
import { isPlainWord, type WantedWords, wantedWords } from '@hansard/core/segments/segment-words.ts';
import type { SearchOptions, SearchResult } from '@hansard/core/store/search.ts';
import type { Candidate, HubStore, Sight } from '../store/contract.ts';
import type { PlacedSession } from '../store/places.ts';
import type { HubRows, SeenRow } from './hub-rows.ts';
import type { Opened } from './opened.ts';
import { type Candidates, WordHits } from './word-hits.ts';

/** Segments that the index gives at once; ten times as many when too little is found in these. */
const CANDIDATES = 300;
const MOST_CANDIDATES = 30_000;
/** Of so few sessions all segments are asked for. */
const FEW_SESSIONS = 2000;
/** Sessions that are looked into at once. */
const AT_ONCE = 24;
/** Sessions whose hits are counted, beyond those that are shown. */
const COUNTED = 50;
/** Sessions that a regular expression looks through. */
const MOST_READ = 200;

export interface HubSearchParts {
  readonly store: HubStore;
  readonly rows: HubRows;
  readonly opened: Opened;
  readonly sight: Sight;
  readonly matcher: MakeMatcher;
  /** Told of every session whose content somebody is shown. */
  readonly onRead: (row: SeenRow) => void;
}

/** A session in which segments may have what is asked: undefined stands for all of them. */
interface Chosen {
  readonly seen: SeenRow;
  readonly segments: ReadonlySet<number> | undefined;
}

interface Searched {
  readonly found: FoundSession[];
  /** All sessions that may have something were looked into. */
  readonly complete: boolean;
  /** The sessions that were chosen from. */
  readonly rows: readonly SeenRow[];
}

export class HubSearch {
  readonly #parts: HubSearchParts;

  constructor(parts: HubSearchParts) {
    this.#parts = parts;
  }

  async find(query: Query, options: SearchOptions = {}): Promise<SearchResult> {
    const { sessions: most = 20, hits = 3, order = 'newest', context = CONTEXT } = options;
    const hasWords = query.text.some(({ excluded }) => !excluded);
    const isRanked = order === 'ranked' && hasWords && query.patterns.length === 0;
    const enough = most + 1 + (isRanked ? COUNTED : 0);
    const { found, complete, rows } = await this.#search(query, enough);
    if (isRanked) found.sort((a, b) => bestOf(b, query, options.now) - bestOf(a, query, options.now));
    const seen = await this.#parts.rows.seenBy(this.#parts.sight);
    const shortId = (id: string) => this.#parts.rows.shortId(id, seen);
    const telling = { query, matcher: this.#parts.matcher, hits, context, shortId };
    const kept = found.slice(0, most);
    const shown = kept.map((one) => resultOf(telling, one));
    this.#noteReads(kept, rows);
    const isCounted = complete && found.every(({ count }) => count === undefined);
    const isPattern = query.patterns.length > 0;
    return {
      order: isRanked ? 'ranked' : 'newest',
      sessions: shown,
      more: found.length > most || !complete,
      total: isPattern || !isCounted ? null : totalOf(found, shown),
      rankedPartly: isRanked && !isCounted,
      patterns: isPattern ? { sessions: found.length, events: found.length, complete, abandoned: [] } : null,
    };
  }

  explain(query: Query) {
    return explained(query, async (one) => (await this.listed(one)).length);
  }

  /** The sessions that a query chooses, as lists have it. */
  async listed(query: Query | undefined): Promise<readonly SeenRow[]> {
    const { rows, sight } = this.#parts;
    const all = await rows.seenBy(sight);
    if (query === undefined) return all;
    const fitting = all.filter(({ row }) => sessionFits(query, row));
    if (!choosesEvents(query)) return fitting;
    const wanted = query.text.filter(({ excluded }) => !excluded);
    // The index does not tell words of injected prompts from those that somebody said.
    const isIndexEnough =
      query.background &&
      wanted.length === 1 &&
      query.text.length === 1 &&
      query.filters.every((one) => !isOfEvents(query, one));
    const chosen = await this.#segmentsOf(fitting, wanted);
    if (isIndexEnough && isPlainWord(wanted[0] as TextClause)) return chosen.map(({ seen }) => seen);
    const listed: SeenRow[] = [];
    for (const one of chosen) if (await this.#isListed(query, one)) listed.push(one.seen);
    return listed;
  }

  async #isListed(query: Query, { seen, segments }: Chosen): Promise<boolean> {
    const session = await this.#parts.opened.session(seen.no, seen.change);
    if (!session) return false;
    const isExcluding = query.text.some(({ excluded }) => excluded);
    const events =
      query.text.length === 0 ? new Map() : await this.#eventsOf(session, isExcluding ? undefined : segments);
    return isListed(query, session, seen.row, (clause, held) => {
      const event = events.get(held.event.logSeq as number);
      return event !== undefined && hasText(clause, { event });
    });
  }

  /** Sessions in which something is found, those first in which something happened last. */
  async #search(query: Query, enough: number): Promise<Searched> {
    const wanted = wordsFor(query.text.filter(({ excluded }) => !excluded));
    if (wanted.length > 0 && query.patterns.length === 0) return this.#byWords(query, wanted, enough);
    const { rows, sight } = this.#parts;
    const fitting = (await rows.seenBy(sight)).filter(({ row }) => sessionFits(query, row));
    const chosen = inOrder(
      await this.#segmentsOf(
        fitting,
        query.text.filter(({ excluded }) => !excluded),
      ),
    );
    return { ...(await this.#found(query, chosen, enough)), rows: chosen.map(({ seen }) => seen) };
  }

  /** The index is asked for some segments; where they do not have enough, for more. */
  async #byWords(query: Query, wanted: readonly WantedWords[], enough: number): Promise<Searched> {
    const hits = new WordHits(this.#parts.opened, query, wanted);
    for (let limit = CANDIDATES; ; limit *= 10) {
      const { chosen, more } = await this.#candidates(query, wanted, limit);
      const { found, complete } = await lookedInto(hits, chosen, enough);
      const isEnough = found.length >= enough || !more || limit >= MOST_CANDIDATES;
      if (isEnough) return { found, complete: complete && !more, rows: chosen.map(({ seen }) => seen) };
    }
  }

  async #candidates(query: Query, wanted: readonly WantedWords[], limit: number) {
    const { rows, sight, store } = this.#parts;
    const seen = await rows.seenBy(sight);
    const isChosen = query.filters.some(isOfSession);
    const fitting = isChosen ? seen.filter(({ row }) => sessionFits(query, row)) : seen;
    if (fitting.length <= FEW_SESSIONS) {
      const found = await store.candidatesIn(
        wanted,
        fitting.map(({ no }) => no),
      );
      return { chosen: inOrder(withSegments(fitting, found)), more: false };
    }
    const { found, more } = await store.candidates(wanted, sight, limit);
    const some = rows.byNos(sight, new Set(found.map(({ transcript }) => transcript)));
    const chosen = isChosen ? some.filter(({ row }) => sessionFits(query, row)) : some;
    return { chosen: inOrder(withSegments(chosen, found)), more };
  }

  /** The same, of sessions that are known, and all of it. */
  async #segmentsOf(fitting: readonly SeenRow[], clauses: readonly TextClause[]): Promise<Chosen[]> {
    const wanted = wordsFor(clauses);
    if (wanted.length === 0) return fitting.map((seen) => ({ seen, segments: undefined }));
    const nos = fitting.map(({ no }) => no);
    return grouped(fitting, await this.#parts.store.candidatesIn(wanted, nos));
  }

  async #found(query: Query, chosen: readonly Chosen[], enough: number) {
    const found: FoundSession[] = [];
    const isPattern = query.patterns.length > 0;
    for (const [i, one] of chosen.entries()) {
      const isEnough = found.length >= enough && i >= COUNTED;
      if (isEnough || (isPattern && i >= MOST_READ)) return { found, complete: false };
      const hits = await this.#hitsIn(query, one);
      if (hits) found.push({ row: one.seen.row, hits });
    }
    return { found, complete: true };
  }

  /** Newest first; undefined where nothing fits. With a regular expression, words choose sessions and not events. */
  async #hitsIn(query: Query, { seen, segments }: Chosen): Promise<HeldEvent[] | undefined> {
    const isPattern = query.patterns.length > 0;
    if (!isPattern && !choosesEvents(query)) return [];
    const session = await this.#parts.opened.session(seen.no, seen.change);
    if (!session) return undefined;
    const ofEvents = isPattern ? { ...query, text: [] } : query;
    const isRead = isPattern || query.text.length > 0;
    const within = isPattern ? undefined : segments;
    const events = isRead ? await this.#eventsOf(session, within) : undefined;
    const full = (held: HeldEvent): HeldEvent | undefined => {
      const event = events?.get(held.event.logSeq as number);
      return events === undefined ? held : event && { ...held, event };
    };
    const rows = session.events.flatMap((held) => full(held) ?? []);
    if (
      isPattern &&
      query.text.length > 0 &&
      !rows.some((held) => eventFits({ ...query, filters: [] }, held, seen.row))
    )
      return undefined;
    const matcher = isPattern ? this.#parts.matcher(query.patterns) : undefined;
    const hits = rows.filter(
      (held) => eventFits(ofEvents, held, seen.row) && (matcher === undefined || matches(matcher, held)),
    );
    return hits.length === 0 ? undefined : this.#withContent(session, hits.reverse());
  }

  /** What is shown of a hit is made of its content, which was not needed to find it. */
  async #withContent(session: PlacedSession, hits: HeldEvent[]): Promise<HeldEvent[]> {
    const shown = hits.slice(0, 20).map(({ event }) => event.logSeq as number);
    const events = new Map((await this.#parts.opened.events(session, shown)).map((event) => [event.logSeq, event]));
    return hits.map((held) => ({ ...held, event: events.get(held.event.logSeq) ?? held.event }));
  }

  async #eventsOf(session: PlacedSession, segments: ReadonlySet<number> | undefined): Promise<Map<number, Event>> {
    const seqs = session.where.flatMap((place, i) =>
      place && (segments === undefined || segments.has(place.segment)) ? [i + 1] : [],
    );
    const events = await this.#parts.opened.events(session, seqs);
    return new Map(events.map((event) => [event.logSeq as number, event]));
  }

  #noteReads(shown: readonly FoundSession[], rows: readonly SeenRow[]): void {
    const bySession = new Map(rows.map((seen) => [seen.row.id, seen]));
    for (const { row, hits } of shown) if (hits.length > 0) this.#parts.onRead(bySession.get(row.id) as SeenRow);
  }
}

/** Beyond those that are enough, some are counted. */
async function lookedInto(hits: WordHits, chosen: readonly Candidates[], enough: number) {
  const found: FoundSession[] = [];
  for (let at = 0; at < chosen.length; at += AT_ONCE) {
    if (found.length >= enough && at >= COUNTED) return { found, complete: false };
    found.push(...(await hits.in(chosen.slice(at, at + AT_ONCE))));
  }
  return { found, complete: true };
}

const isOfEvents = (query: Query, filter: Query['filters'][number]): boolean =>
  choosesEvents({ ...query, text: [], filters: [filter] });

/** What cannot be said in words of the index is not asked of it. */
const wordsFor = (clauses: readonly TextClause[]): WantedWords[] =>
  clauses.flatMap((clause) => {
    const words = wantedWords(clause);
    return words ? [words] : [];
  });

const inOrder = <T extends { readonly seen: SeenRow }>(chosen: T[]): T[] =>
  chosen.sort((a, b) => newestFirst({ row: a.seen.row }, { row: b.seen.row }));

/** The candidates of each session, as they come. */
function withSegments(sessions: readonly SeenRow[], candidates: readonly Candidate[]): Candidates[] {
  const segments = new Map<number, number[]>();
  for (const { transcript, segment } of candidates) {
    const known = segments.get(transcript);
    if (known) known.push(segment);
    else segments.set(transcript, [segment]);
  }
  return sessions.flatMap((seen) => {
    const own = segments.get(seen.no);
    return own ? [{ seen, segments: own }] : [];
  });
}

function grouped(fitting: readonly SeenRow[], candidates: readonly Candidate[]): Chosen[] {
  const segments = new Map<number, Set<number>>();
  for (const { transcript, segment } of candidates) {
    const known = segments.get(transcript) ?? new Set();
    segments.set(transcript, known.add(segment));
  }
  return fitting.flatMap((seen) => {
    const own = segments.get(seen.no);
    return own ? [{ seen, segments: own }] : [];
  });
}
