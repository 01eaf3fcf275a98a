/**
 * Search for those who see redacted sessions only. Words and names are looked for in what is left after redaction and
 * nowhere else: neither the answer nor the time it takes depends on what was removed. The store is asked for what is no
 * content (agents, times, whole names that are known already).
 */
import type { LearntSession, Redacted } from '../privacy/index.ts';
import type { Clock } from '../query/date-value.ts';
import { filtered } from '../search/event-has.ts';
import type { MakeMatcher } from '../search/matcher.ts';
import { Recheck } from '../search/recheck.ts';
import type { SessionId, SessionRow } from '../store/sessions.ts';
import type { Store } from '../store/store.ts';
import type { Event, Transcript } from '../transcript.ts';
import { GatedQuery } from './gated-query.ts';
import type { GatedTexts } from './gated-texts.ts';
import { hidePlaceholders } from './hide-placeholders.ts';
import { type LeftWords, learnt } from './left-words.ts';
import type { RedactedSessions } from './redacted-sessions.ts';

export interface GatedSources {
  readonly sessions: RedactedSessions;
  readonly texts: GatedTexts;
  readonly words: LeftWords;
  readonly matcher: MakeMatcher;
}

export type SearchedStore = Pick<Store, 'sessions' | 'events' | 'search' | 'changes'>;

export interface GatedFound {
  readonly session: SessionRow;
  readonly learnt: LearntSession;
  /** The hits, newest first; none when sessions as such were asked for. */
  readonly events: readonly Event[];
}

/** Sessions and bytes that are looked at again for one answer; many more than are shown. */
const CANDIDATES = 40;
const MOST_BYTES = 64 * 2 ** 20;
/** Events of a session that touched a file. */
const HITS_OF_FILES = 300;

export class GatedSearch {
  readonly recheck: Recheck;
  /** Sessions whose words were not read yet: the answer knows nothing of them. */
  readonly unread: number;
  readonly #store: SearchedStore;
  readonly #sources: GatedSources;
  readonly #query: GatedQuery;

  private constructor(store: SearchedStore, sources: GatedSources, query: GatedQuery, unread: number) {
    this.#store = store;
    this.#sources = sources;
    this.#query = query;
    this.unread = unread;
    this.recheck = new Recheck(query.parsed, hidePlaceholders, sources.matcher);
  }

  static async open(store: SearchedStore, sources: GatedSources, query: string, clock: Clock): Promise<GatedSearch> {
    const { texts, words } = sources;
    const parsed = await GatedQuery.parse(query, { sessions: store.sessions, texts, clock });
    const unread = parsed.wantsContent ? await words.refresh(store, sources.sessions) : 0;
    return new GatedSearch(store, sources, parsed, unread);
  }

  /** Sessions that may be found, newest first, as they are asked for. */
  async *found(hits: number): AsyncGenerator<GatedFound> {
    let [bytes, some, looked] = [0, false, 0];
    for await (const session of this.#candidates()) {
      bytes += session.bytes;
      if (looked++ >= CANDIDATES || (bytes > MOST_BYTES && some)) return;
      const known = await learnt(this.#store, this.#sources.sessions, session);
      const events = known && (await this.#hits(known.transcript, session, hits));
      if (!known || !events) continue;
      some = true;
      yield { session, learnt: known, events };
    }
  }

  async *#candidates(): AsyncGenerator<SessionRow> {
    if (this.#query.isHopeless) return;
    const ids = this.#sources.words.having(this.#query.parsed);
    if (ids === undefined) {
      yield* await this.#rows(undefined);
      return;
    }
    for (let at = 0; at < ids.length; at += CANDIDATES) yield* await this.#rows(ids.slice(at, at + CANDIDATES));
  }

  /** Those that the filters choose, of some sessions or of all. */
  async #rows(ids: readonly SessionId[] | undefined): Promise<SessionRow[]> {
    const query = this.#query.located(ids);
    const rows = ids && !query ? await this.#store.sessions.rows(ids) : await this.#chosen(query);
    return rows.filter((session) => this.#query.isOfProjects(session));
  }

  async #chosen(query = this.#query.everything): Promise<SessionRow[]> {
    const { sessions } = await this.#store.search.find(query, { sessions: CANDIDATES, hits: 1 });
    return sessions.map(({ session }) => session);
  }

  /** Undefined when nothing of the session may be found. */
  async #hits(
    transcript: Redacted<Transcript>,
    session: SessionRow,
    hits: number,
  ): Promise<readonly Event[] | undefined> {
    const [query, { recheck }] = [this.#query, this];
    if (!query.hasTitle(transcript)) return undefined;
    if (!query.choosesEvents) return [];
    const all = transcript.events
      .filter((event) => event.logSeq !== undefined && query.looksAt(event))
      .sort(newestFirst);
    if (query.hasPatterns && query.parsed.text.length > 0 && !all.some((event) => recheck.hasWords(event))) {
      return undefined;
    }
    const touching = await this.#touching(session.id);
    const chosen = all.filter(
      (event) => (!touching || touching.has(event.logSeq as number)) && query.choosesEvent(filtered(event), session),
    );
    const found = query.hasPatterns
      ? recheck.matching(chosen, hits)
      : chosen.filter((event) => recheck.hasWords(event)).slice(0, hits);
    return found.length === 0 ? undefined : found;
  }

  /** The events that touched the files that are asked for; undefined for all. */
  async #touching(id: SessionId): Promise<ReadonlySet<number> | undefined> {
    const query = this.#query.touching(id);
    if (!query) return undefined;
    const { sessions } = await this.#store.search.find(query, { sessions: 1, hits: HITS_OF_FILES });
    return new Set(sessions.flatMap(({ hits }) => hits.map(({ logSeq }) => logSeq)));
  }
}

const newestFirst = (a: Event, b: Event): number => (b.logSeq as number) - (a.logSeq as number);
