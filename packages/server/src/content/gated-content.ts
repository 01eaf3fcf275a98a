/**
 * Content through the privacy gate, for whoever is not on this machine. A session goes through as a whole, and every
 * further text of it by what was learnt from all of it. Sessions that the profile does not cover are not there.
 */
import { findInSession, listSessions, type SessionListed, sessionPage, summariesOf } from '@hansard/archive';
import { GatedSearch, type GatedSources } from '@hansard/archive/gated/gated-search.ts';
import { GatedTexts } from '@hansard/archive/gated/gated-texts.ts';
import { RedactedSessions } from '@hansard/archive/gated/redacted-sessions.ts';
import { type Attachment, type Event, Failure } from '@hansard/core';
import type { FindResult, SearchAnswer, SessionSummary } from '@hansard/core/api/index.ts';
import { FIXED_NAMES, type Gate, HEAD_SHAPE, type LearntSession } from '@hansard/core/privacy/index.ts';
import type { Content, ListRequest, SearchRequest, SessionListPage } from './content.ts';
import type { ContentSources } from './direct-content.ts';
import { cursorOf } from './search-cursor.ts';
import { searchHit } from './search-hit.ts';
import type { ServerPrivacy } from './server-privacy.ts';

/** Redacting a session takes long; the few words of it in lists are remembered for many. */
const MOST_SUMMARIES = 20_000;

export class GatedContent implements Content {
  readonly profile: string;
  readonly #sources: ContentSources;
  readonly #gated: GatedSources;
  /** For texts that belong to no session. */
  readonly #texts: GatedTexts;
  readonly #summaries = new Map<string, readonly SessionSummary[]>();

  private constructor(sources: ContentSources, profile: string, gate: Gate) {
    this.profile = profile;
    this.#sources = sources;
    this.#texts = new GatedTexts(gate);
    this.#gated = { sessions: new RedactedSessions(gate), texts: this.#texts, timezone: sources.timezone };
  }

  static async open(sources: ContentSources, privacy: ServerPrivacy): Promise<GatedContent> {
    const profile = privacy.profile(privacy.chosen);
    const gate = await privacy.gate(profile);
    if (!gate) {
      throw new Failure('profile-local', `The profile ${profile.name} takes nothing out; others need another.`, {
        remedy: 'Choose one with --profile, or say --unredacted if everybody on the network may read everything.',
      });
    }
    return new GatedContent(sources, profile.name, gate);
  }

  async page(sessionId: number, after: number, limit: number): Promise<readonly Event[]> {
    const events = await this.#events(sessionId);
    return events.slice(firstBehind(events, after), firstBehind(events, after) + limit);
  }

  async events(sessionId: number, logSeqs: readonly number[]): Promise<readonly Event[]> {
    const events = await this.#events(sessionId);
    return logSeqs.flatMap((logSeq) => {
      const event = events[firstBehind(events, logSeq - 1)];
      return event?.logSeq === logSeq ? [event] : [];
    });
  }

  async texts(sessionId: number, logSeqs: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const events = await this.events(sessionId, logSeqs);
    return new Map(events.map(({ logSeq, text }) => [logSeq as number, text ?? '']));
  }

  async attachment(sessionId: number, hash: string): Promise<Attachment | undefined> {
    const { attachments = {} } = (await this.#learnt(sessionId)).transcript;
    return Object.hasOwn(attachments, hash) ? attachments[hash] : undefined;
  }

  async answer<T>(sessionId: number | null, answer: T): Promise<T> {
    if (sessionId === null) return this.#texts.value(answer);
    return (await this.#learnt(sessionId)).redact(answer, FIXED_NAMES);
  }

  async head<T>(sessionId: number, head: T): Promise<T> {
    return (await this.#learnt(sessionId)).redact(head, HEAD_SHAPE);
  }

  folder(folder: string): string | undefined {
    return this.#texts.folder(folder);
  }

  /** Without a question page by page; with one as a search finds them, all on one page. */
  async sessions({ q, limit, cursor, order }: ListRequest): Promise<SessionListPage> {
    const { archive, prices } = this.#sources;
    if (q.trim() !== '') {
      const found: SessionSummary[] = [];
      for await (const { session } of this.#search(q).found(1)) {
        found.push(...(await this.#summary(session)));
        if (found.length >= limit) break;
      }
      return { sessions: found, next: null, total: found.length };
    }
    const page = sessionPage(archive.sql, { order, limit, cursor, prices });
    const sessions: SessionSummary[] = [];
    for (const session of page.sessions) sessions.push(...(await this.#summary(session)));
    return { ...page, sessions };
  }

  async search({ q, limit, hits, offset }: SearchRequest): Promise<SearchAnswer> {
    const search = this.#search(q);
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
    return { order: 'newest', sessions, more, next, total: null, rankedPartly: false, patterns: null };
  }

  async find(sessionId: number, q: string, limit: number): Promise<FindResult> {
    const page = (after: number, most: number) => this.page(sessionId, after, most);
    return findInSession(this.#sources.archive.sql, sessionId, q, { limit, page });
  }

  #search(q: string): GatedSearch {
    return new GatedSearch(this.#sources, this.#gated, q);
  }

  /** None for a session that the profile does not cover. What it became is kept for as long as it stays the same. */
  async #summary(session: SessionListed): Promise<readonly SessionSummary[]> {
    const { archive, prices } = this.#sources;
    const plain = summariesOf(archive.sql, [session], { prices, now: Date.now() });
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
  async #events(sessionId: number): Promise<readonly Event[]> {
    const { transcript } = await this.#learnt(sessionId);
    const known = inOrder.get(transcript);
    if (known) return known;
    const events = transcript.events
      .filter(({ logSeq }) => logSeq !== undefined)
      .map((event) => ({ ...event, seq: event.logSeq as number }))
      .sort((a, b) => a.seq - b.seq);
    inOrder.set(transcript, events);
    return events;
  }

  async #learnt(sessionId: number): Promise<LearntSession> {
    const [session] = listSessions(this.#sources.archive, { where: 'session.id = ?', parameters: [sessionId] });
    if (!session) throw new Failure('unknown-session', 'The session is no longer in the archive.');
    return this.#gated.sessions.learnt(this.#sources, session);
  }

  async #covered(session: SessionListed): Promise<LearntSession | undefined> {
    try {
      return await this.#gated.sessions.learnt(this.#sources, session);
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
