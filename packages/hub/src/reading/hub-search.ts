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
import { choosesEvents, eventFits, hasText, isListed, sessionFits } from '@hansard/core/held/match-query.ts';
import { shortIdAmong } from '@hansard/core/held/session-lists.ts';
import type { Query, TextClause } from '@hansard/core/query/query.ts';
import type { MakeMatcher } from '@hansard/core/search/matcher.ts';
import { isPlainWord, type WantedWords, wantedWords } from '@hansard/core/segments/segment-words.ts';
import type { SearchOptions, SearchResult } from '@hansard/core/store/search.ts';
import type { Candidate, HubStore, Sight } from '../store/contract.ts';
import type { PlacedSession } from '../store/places.ts';
import type { HubRows, SeenRow } from './hub-rows.ts';
import type { Opened } from './opened.ts';

/** Segments that the index gives at once. */
const CANDIDATES = 2000;
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

export class HubSearch {
  readonly #parts: HubSearchParts;

  constructor(parts: HubSearchParts) {
    this.#parts = parts;
  }

  async find(query: Query, options: SearchOptions = {}): Promise<SearchResult> {
    const { sessions: most = 20, hits = 3, order = 'newest', context = CONTEXT } = options;
    const hasWords = query.text.some(({ excluded }) => !excluded);
    const isRanked = order === 'ranked' && hasWords && query.patterns.length === 0;
    const { chosen, more } = await this.#chosen(query);
    const looked = isRanked ? chosen.slice(0, most + COUNTED) : chosen;
    const { found, complete } = await this.#found(query, looked, most + 1 + (isRanked ? COUNTED : 0));
    if (isRanked) found.sort((a, b) => bestOf(b, query, options.now) - bestOf(a, query, options.now));
    const seen = (await this.#parts.rows.seenBy(this.#parts.sight)).map(({ row }) => row);
    const shortId = (id: string) => shortIdAmong(seen, id);
    const telling = { query, matcher: this.#parts.matcher, hits, context, shortId };
    const kept = found.slice(0, most);
    const shown = kept.map((one) => resultOf(telling, one));
    this.#noteReads(kept, chosen);
    const isAll = complete && !more && looked.length === chosen.length;
    const isPattern = query.patterns.length > 0;
    return {
      order: isRanked ? 'ranked' : 'newest',
      sessions: shown,
      more: found.length > most || !isAll,
      total: isPattern || !isAll ? null : totalOf(found, shown),
      rankedPartly: isRanked && !isAll,
      patterns: isPattern ? { sessions: found.length, events: found.length, complete: isAll, abandoned: [] } : null,
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

  /** Sessions in which something may be found, those first in which something happened last. */
  async #chosen(query: Query): Promise<{ chosen: Chosen[]; more: boolean }> {
    const { rows, sight, store } = this.#parts;
    const fitting = (await rows.seenBy(sight)).filter(({ row }) => sessionFits(query, row));
    const wanted = wordsFor(query.text.filter(({ excluded }) => !excluded));
    if (wanted.length === 0)
      return { chosen: inOrder(fitting.map((seen) => ({ seen, segments: undefined }))), more: false };
    const { found, more } = await store.candidates(wanted, sight, CANDIDATES);
    return { chosen: inOrder(grouped(fitting, found)), more };
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

  #noteReads(shown: readonly FoundSession[], chosen: readonly Chosen[]): void {
    const bySession = new Map(chosen.map(({ seen }) => [seen.row.id, seen]));
    for (const { row, hits } of shown) if (hits.length > 0) this.#parts.onRead(bySession.get(row.id) as SeenRow);
  }
}

const isOfEvents = (query: Query, filter: Query['filters'][number]): boolean =>
  choosesEvents({ ...query, text: [], filters: [filter] });

/** What cannot be said in words of the index is not asked of it. */
const wordsFor = (clauses: readonly TextClause[]): WantedWords[] =>
  clauses.flatMap((clause) => {
    const words = wantedWords(clause);
    return words ? [words] : [];
  });

const inOrder = (chosen: Chosen[]): Chosen[] =>
  chosen.sort((a, b) => newestFirst({ row: a.seen.row }, { row: b.seen.row }));

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
