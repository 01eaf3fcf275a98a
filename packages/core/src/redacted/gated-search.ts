/**
 * Search for those who see redacted sessions only. The store finds candidates; each is looked at again after
 * redaction, and what was found by something removed is left out, as if it had never been there.
 */
import { isBackground } from '../events/event-kinds.ts';
import { Failure } from '../failure.ts';
import type { LearntSession, Redacted } from '../privacy/index.ts';
import { placeholdersIn } from '../privacy/texts/placeholder.ts';
import type { Clock } from '../query/date-value.ts';
import type { MakeMatcher } from '../search/matcher.ts';
import { Recheck } from '../search/recheck.ts';
import type { SessionId, SessionRow } from '../store/sessions.ts';
import type { Store } from '../store/store.ts';
import type { Event, Transcript } from '../transcript.ts';
import { GatedQuery } from './gated-query.ts';
import type { GatedTexts } from './gated-texts.ts';
import type { RedactedSessions } from './redacted-sessions.ts';

export interface GatedSources {
  readonly sessions: RedactedSessions;
  readonly texts: GatedTexts;
  readonly matcher: MakeMatcher;
}

export type SearchedStore = Pick<Store, 'sessions' | 'events' | 'search'>;

export interface GatedFound {
  readonly session: SessionRow;
  readonly learnt: LearntSession;
  /** The hits, newest first; none when sessions as such were asked for. */
  readonly events: readonly Event[];
}

/** Sessions and bytes that are looked at again for one answer; many more than are shown. */
const CANDIDATES = 40;
const MOST_BYTES = 64 * 2 ** 20;
/** Hits of the store in one session, of which a few are shown. */
const HITS = 50;
const HITS_OF_FILTERS = 300;

export class GatedSearch {
  readonly recheck: Recheck;
  readonly #store: SearchedStore;
  readonly #sources: GatedSources;
  readonly #query: GatedQuery;

  private constructor(store: SearchedStore, sources: GatedSources, query: GatedQuery) {
    this.#store = store;
    this.#sources = sources;
    this.#query = query;
    this.recheck = new Recheck(query.parsed, hidePlaceholders, sources.matcher);
  }

  static async open(store: SearchedStore, sources: GatedSources, query: string, clock: Clock): Promise<GatedSearch> {
    const { texts } = sources;
    return new GatedSearch(store, sources, await GatedQuery.parse(query, { sessions: store.sessions, texts, clock }));
  }

  /** Sessions that may be found, newest first, as they are asked for. */
  async *found(hits: number): AsyncGenerator<GatedFound> {
    let [bytes, some] = [0, false];
    for (const { session, logSeqs } of await this.#candidates()) {
      bytes += session.bytes;
      if (bytes > MOST_BYTES && some) return;
      const learnt = await this.#learnt(session);
      const events = learnt && (await this.#hits(learnt.transcript, session.id, logSeqs, hits));
      if (!learnt || !events) continue;
      some = true;
      yield { session, learnt, events };
    }
  }

  async #candidates(): Promise<{ session: SessionRow; logSeqs: ReadonlySet<number> }[]> {
    if (this.#query.isHopeless) return [];
    const found = await this.#store.search.find(this.#query.located, { sessions: CANDIDATES, hits: HITS });
    return found.sessions
      .filter(({ session }) => this.#query.isOfProjects(session))
      .map(({ session, hits }) => ({ session, logSeqs: new Set(hits.map(({ logSeq }) => logSeq)) }));
  }

  /** Undefined for sessions that the profile does not let out, or that are too large. */
  async #learnt(session: SessionRow): Promise<LearntSession | undefined> {
    try {
      return await this.#sources.sessions.learnt(this.#store, session);
    } catch (error) {
      if (error instanceof Failure) return undefined;
      throw error;
    }
  }

  /** Undefined when nothing of the session may be found. */
  async #hits(
    transcript: Redacted<Transcript>,
    id: SessionId,
    logSeqs: ReadonlySet<number>,
    hits: number,
  ): Promise<readonly Event[] | undefined> {
    const [query, { recheck }] = [this.#query, this];
    if (!query.hasTitle(transcript)) return undefined;
    if (!query.choosesEvents) return [];
    const newest = transcript.events
      .filter((event) => event.logSeq !== undefined && (query.parsed.background || !isBackground(event)))
      .sort(newestFirst);
    let found: Event[];
    if (query.hasPatterns) {
      if (query.parsed.text.length > 0 && !newest.some((event) => recheck.hasWords(event))) return undefined;
      const chosen = await this.#eventsOf(id);
      found = recheck.matching(chosen ? newest.filter((event) => chosen.has(event.logSeq as number)) : newest, hits);
    } else {
      const located = query.locatesEvents ? newest.filter(({ logSeq }) => logSeqs.has(logSeq as number)) : newest;
      found = located.filter((event) => recheck.hasWords(event)).slice(0, hits);
    }
    return found.length === 0 ? undefined : found;
  }

  async #eventsOf(id: SessionId): Promise<ReadonlySet<number> | undefined> {
    const query = this.#query.eventsOf(id);
    if (!query) return undefined;
    const { sessions } = await this.#store.search.find(query, { sessions: 1, hits: HITS_OF_FILTERS });
    return new Set(sessions.flatMap(({ hits }) => hits.map(({ logSeq }) => logSeq)));
  }
}

const newestFirst = (a: Event, b: Event): number => (b.logSeq as number) - (a.logSeq as number);

/** Blanks in place of what stands for something removed. */
export function hidePlaceholders(text: string): string {
  let shown = '';
  let at = 0;
  for (const { start, end } of placeholdersIn(text)) {
    shown += text.slice(at, start) + ' '.repeat(end - start);
    at = end;
  }
  return shown + text.slice(at);
}
