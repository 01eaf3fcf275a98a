/**
 * Content through the privacy gate, for whoever is not on this machine. A session goes through as a whole, and every
 * further text of it by what was learnt from all of it. Sessions that the profile does not cover are not there.
 */
import { setImmediate } from 'node:timers/promises';
import { type Attachment, type Event, Failure } from '@hansard/core';
import type { FindResult, SearchAnswer, SessionSummary } from '@hansard/core/api/index.ts';
import { FIXED_NAMES, type Gate, HEAD_SHAPE, type LearntSession, type Profile } from '@hansard/core/privacy/index.ts';
import { GatedSearch, type GatedSources } from '@hansard/core/redacted/gated-search.ts';
import { GatedTexts } from '@hansard/core/redacted/gated-texts.ts';
import { LeftWords } from '@hansard/core/redacted/left-words.ts';
import { RedactedSessions } from '@hansard/core/redacted/redacted-sessions.ts';
import { findInSession } from '@hansard/core/search/find-in-session.ts';
import type { SessionId, SessionRow } from '@hansard/core/store/sessions.ts';
import { summariesOf } from '@hansard/core/views/session-summaries.ts';
import type { Content, ListRequest, SearchRequest, SessionListPage } from './content.ts';
import type { ContentSources } from './direct-content.ts';
import { cursorOf } from './search-cursor.ts';
import { searchHit } from './search-hit.ts';

/** Redacting a session takes long; the few words of it in lists are remembered for many. */
const MOST_SUMMARIES = 20_000;

export class GatedContent implements Content {
  readonly profile: Profile;
  readonly #sources: ContentSources;
  readonly #gated: GatedSources;
  /** For texts that belong to no session. */
  readonly #texts: GatedTexts;
  readonly #summaries = new Map<string, readonly SessionSummary[]>();

  constructor(sources: ContentSources, profile: Profile, gate: Gate) {
    this.profile = profile;
    this.#sources = sources;
    this.#texts = new GatedTexts(gate);
    this.#gated = {
      sessions: new RedactedSessions(gate, Date.now),
      texts: this.#texts,
      words: new LeftWords({ clock: Date.now, pause: () => setImmediate() }),
      matcher: sources.matcher,
    };
  }

  async page(session: SessionId, after: number, limit: number): Promise<readonly Event[]> {
    const events = await this.#events(session);
    return events.slice(firstBehind(events, after), firstBehind(events, after) + limit);
  }

  async events(session: SessionId, logSeqs: readonly number[]): Promise<readonly Event[]> {
    const events = await this.#events(session);
    return logSeqs.flatMap((logSeq) => {
      const event = events[firstBehind(events, logSeq - 1)];
      return event?.logSeq === logSeq ? [event] : [];
    });
  }

  async texts(session: SessionId, logSeqs: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const events = await this.events(session, logSeqs);
    return new Map(events.map(({ logSeq, text }) => [logSeq as number, text ?? '']));
  }

  async attachment(session: SessionId, hash: string): Promise<Attachment | undefined> {
    const { attachments = {} } = (await this.#learnt(session)).transcript;
    return Object.hasOwn(attachments, hash) ? attachments[hash] : undefined;
  }

  async answer<T>(session: SessionId | null, answer: T): Promise<T> {
    if (session === null) {
      this.#texts.know(await this.#sources.store.sessions.projects());
      return this.#texts.value(answer);
    }
    return (await this.#learnt(session)).redact(answer, FIXED_NAMES);
  }

  async head<T>(session: SessionId, head: T): Promise<T> {
    return (await this.#learnt(session)).redact(head, HEAD_SHAPE);
  }

  folder(folder: string): string | undefined {
    return this.#texts.folder(folder);
  }

  /** Without a question page by page; with one as a search finds them, all on one page. */
  async sessions({ q, limit, cursor, order }: ListRequest): Promise<SessionListPage> {
    const { store, prices } = this.#sources;
    if (q.trim() !== '') {
      const found: SessionSummary[] = [];
      for await (const { session } of (await this.#search(q)).found(1)) {
        found.push(...(await this.#summary(session)));
        if (found.length >= limit) break;
      }
      return { sessions: found, next: null, total: found.length };
    }
    const page = await store.sessions.page({ order, limit, cursor, prices });
    const sessions: SessionSummary[] = [];
    for (const session of page.sessions) sessions.push(...(await this.#summary(session)));
    return { ...page, sessions };
  }

  async search({ q, limit, hits, offset }: SearchRequest): Promise<SearchAnswer> {
    const search = await this.#search(q);
    const sessions: SearchAnswer['sessions'] = [];
    let [seen, more] = [0, false];
    for await (const { session, events } of search.found(hits)) {
      if (sessions.length >= limit) {
        more = true;
        break;
      }
      if (seen++ < offset) continue;
      const own = events.map((event) => searchHit(event, search.recheck));
      const [summary] = await this.#summary(session);
      if (summary) sessions.push({ session: summary, count: null, hits: own });
    }
    const next = more ? cursorOf(offset + limit) : null;
    const unread = search.unread > 0 ? { unread: search.unread } : {};
    return { order: 'newest', sessions, more, next, total: null, rankedPartly: false, patterns: null, ...unread };
  }

  async find(session: SessionId, q: string, limit: number): Promise<FindResult> {
    const { store, matcher } = this.#sources;
    const { lastSeq = 0 } = (await store.changes.position(session)) ?? {};
    const page = (after: number, most: number) => this.page(session, after, most);
    return findInSession(q, { limit, lastSeq, page, matcher });
  }

  #search(q: string): Promise<GatedSearch> {
    const { store, timezone } = this.#sources;
    return GatedSearch.open(store, this.#gated, q, { now: Date.now(), timezone });
  }

  /** None for a session that the profile does not cover. What it became is kept for as long as it stays the same. */
  async #summary(session: SessionRow): Promise<readonly SessionSummary[]> {
    const { store, prices } = this.#sources;
    const plain = await summariesOf(store, [session], { prices, now: Date.now() });
    const key = JSON.stringify(plain);
    const known = this.#summaries.get(key);
    if (known) return known;
    const learnt = await this.#covered(session);
    const redacted = learnt ? learnt.redact(plain, FIXED_NAMES) : [];
    if (this.#summaries.size >= MOST_SUMMARIES) this.#summaries.clear();
    this.#summaries.set(key, redacted);
    return redacted;
  }

  /** By logSeq; what the gate adds about them has none. */
  async #events(session: SessionId): Promise<readonly Event[]> {
    const { transcript } = await this.#learnt(session);
    const known = inOrder.get(transcript);
    if (known) return known;
    const events = transcript.events
      .filter(({ logSeq }) => logSeq !== undefined)
      .map((event) => ({ ...event, seq: event.logSeq as number }))
      .sort((a, b) => a.seq - b.seq);
    inOrder.set(transcript, events);
    return events;
  }

  #learnt(session: SessionId): Promise<LearntSession> {
    return this.#gated.sessions.byId(this.#sources.store, session);
  }

  async #covered(session: SessionRow): Promise<LearntSession | undefined> {
    try {
      return await this.#gated.sessions.learnt(this.#sources.store, session);
    } catch (error) {
      if (error instanceof Failure) return undefined;
      throw error;
    }
  }
}

const inOrder = new WeakMap<object, readonly Event[]>();

/** Where the first event with a higher logSeq is. */
function firstBehind(events: readonly Event[], logSeq: number): number {
  let [low, high] = [0, events.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((events[middle] as Event).seq <= logSeq) low = middle + 1;
    else high = middle;
  }
  return low;
}
