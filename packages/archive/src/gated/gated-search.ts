/**
 * Search for those who see redacted sessions only. The archive finds candidates; each is looked at again after
 * redaction, and what was found by something removed is left out, as if it had never been there.
 */
import { type Event, Failure, type Transcript } from '@hansard/core';
import type { LearntSession, Redacted } from '@hansard/core/privacy/index.ts';
import { placeholdersIn } from '@hansard/core/privacy/texts/placeholder.ts';
import { Recheck } from '../search/recheck.ts';
import type { SessionListed } from '../sessions/list-sessions.ts';
import { GatedQuery } from './gated-query.ts';
import type { GatedTexts } from './gated-texts.ts';
import type { OpenArchive, RedactedSessions } from './redacted-sessions.ts';

export interface GatedSources {
  readonly sessions: RedactedSessions;
  readonly texts: GatedTexts;
  readonly timezone: string;
}

export interface GatedFound {
  readonly session: SessionListed;
  readonly learnt: LearntSession;
  /** The hits, newest first; none when sessions as such were asked for. */
  readonly events: readonly Event[];
}

/** Sessions and bytes that are looked at again for one answer; many more than are shown. */
const CANDIDATES = 40;
const MOST_BYTES = 64 * 2 ** 20;
/** Hits of the archive in one session, of which a few are shown. */
const HITS = 50;
const HITS_OF_FILTERS = 300;

export class GatedSearch {
  readonly recheck: Recheck;
  readonly #open: OpenArchive;
  readonly #sources: GatedSources;
  readonly #query: GatedQuery;

  constructor(open: OpenArchive, sources: GatedSources, query: string) {
    this.#open = open;
    this.#sources = sources;
    this.#query = new GatedQuery(query, open.archive, sources.texts, sources.timezone);
    this.recheck = new Recheck(this.#query.parsed, hidePlaceholders);
  }

  /** Sessions that may be found, newest first, as they are asked for. */
  async *found(hits: number): AsyncGenerator<GatedFound> {
    let [bytes, some] = [0, false];
    for (const { session, logSeqs } of await this.#candidates()) {
      bytes += session.bytes;
      if (bytes > MOST_BYTES && some) return;
      const learnt = await this.#learnt(session);
      const events = learnt && (await this.#hits(learnt.transcript, session.uuid, logSeqs, hits));
      if (!learnt || !events) continue;
      some = true;
      yield { session, learnt, events };
    }
  }

  async #candidates(): Promise<{ session: SessionListed; logSeqs: ReadonlySet<number> }[]> {
    if (this.#query.isHopeless) return [];
    const found = await this.#open.archive.search.find(this.#query.located, { sessions: CANDIDATES, hits: HITS });
    return found.sessions
      .filter(({ session }) => this.#query.isOfProjects(session))
      .map(({ session, hits }) => ({ session, logSeqs: new Set(hits.map(({ logSeq }) => logSeq)) }));
  }

  /** Undefined for sessions that the profile does not let out, or that are too large. */
  async #learnt(session: SessionListed): Promise<LearntSession | undefined> {
    try {
      return await this.#sources.sessions.learnt(this.#open, session);
    } catch (error) {
      if (error instanceof Failure) return undefined;
      throw error;
    }
  }

  /** Undefined when nothing of the session may be found. */
  async #hits(
    transcript: Redacted<Transcript>,
    uuid: string,
    logSeqs: ReadonlySet<number>,
    hits: number,
  ): Promise<readonly Event[] | undefined> {
    const [query, { recheck }] = [this.#query, this];
    if (!query.hasTitle(transcript)) return undefined;
    if (!query.choosesEvents) return [];
    const newest = transcript.events.filter(({ logSeq }) => logSeq !== undefined).sort(newestFirst);
    let found: Event[];
    if (query.hasPatterns) {
      if (query.parsed.text.length > 0 && !newest.some((event) => recheck.hasWords(event))) return undefined;
      const chosen = await this.#eventsOf(uuid);
      found = recheck.matching(chosen ? newest.filter((event) => chosen.has(event.logSeq as number)) : newest, hits);
    } else {
      const located = query.locatesEvents ? newest.filter(({ logSeq }) => logSeqs.has(logSeq as number)) : newest;
      found = located.filter((event) => recheck.hasWords(event)).slice(0, hits);
    }
    return found.length === 0 ? undefined : found;
  }

  async #eventsOf(uuid: string): Promise<ReadonlySet<number> | undefined> {
    const query = this.#query.eventsOf(uuid);
    if (!query) return undefined;
    const { sessions } = await this.#open.archive.search.find(query, { sessions: 1, hits: HITS_OF_FILTERS });
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
