/** Content as it is, for the user of this machine. */
import {
  type Archive,
  archivedAgents,
  archivedEvents,
  archivedReads,
  type EventSource,
  explainNothing,
  findInSession,
  type ParsedQuery,
  parseQuery,
  type SessionListed,
  sessionPage,
  sessionsMatching,
  summariesOf,
} from '@hansard/archive';
import { eventNumbers } from '@hansard/archive/views/event-numbers.ts';
import { type Attachment, type Event, Failure, type Host, type PriceBook } from '@hansard/core';
import type { FindResult, SearchAnswer, SessionSummary } from '@hansard/core/api/index.ts';
import { AttachmentCache } from './attachment-cache.ts';
import type { Content, ListRequest, SearchRequest, SessionListPage } from './content.ts';
import { cursorOf } from './search-cursor.ts';

export interface ContentSources {
  readonly archive: Archive;
  readonly host: Host;
  readonly prices: PriceBook;
  readonly timezone: string;
}

export class DirectContent implements Content {
  readonly profile = null;
  readonly #sources: ContentSources;
  readonly #events: EventSource;
  readonly #attachments = new AttachmentCache();

  constructor(sources: ContentSources) {
    this.#sources = sources;
    this.#events = archivedEvents(sources.archive);
  }

  page(sessionId: number, after: number, limit: number): Promise<readonly Event[]> {
    return this.#events.page(sessionId, after, limit);
  }

  events(sessionId: number, logSeqs: readonly number[]): Promise<readonly Event[]> {
    return this.#events.events(sessionId, logSeqs);
  }

  /** A glimpse of a message shows its text. */
  async texts(sessionId: number, logSeqs: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const { sql, search } = this.#sources.archive;
    const numbers = eventNumbers(sql, sessionId, logSeqs);
    const texts = await search.glimpses.of([...numbers.values()], ({ text }, isWhole) =>
      isWhole ? (text ?? '') : text,
    );
    return new Map([...numbers].map(([logSeq, number]) => [logSeq, texts.get(number) ?? '']));
  }

  async attachment(sessionId: number, hash: string): Promise<Attachment | undefined> {
    const { archive, host } = this.#sources;
    const state = archive.sql.get('SELECT last_seq FROM session WHERE id = ?', sessionId)?.['last_seq'];
    return this.#attachments.get(`${sessionId} ${state}`, hash, async () => {
      const reads = await archivedReads(archive, host, sessionId);
      return Object.assign({}, ...reads.map(({ attachments }) => attachments));
    });
  }

  async answer<T>(_sessionId: number | null, answer: T): Promise<T> {
    return answer;
  }

  async head<T>(_sessionId: number, head: T): Promise<T> {
    return head;
  }

  folder(folder: string): string {
    return folder;
  }

  async sessions({ q, limit, cursor, order }: ListRequest): Promise<SessionListPage> {
    const { archive, prices } = this.#sources;
    const query = q.trim() === '' ? undefined : this.#queryOf(q);
    if (query && query.patterns.length > 0) {
      throw new Failure('bad-query', 'A list of sessions takes words and filters, but no regular expression.', {
        remedy: 'Ask /v1/search: it looks into events.',
      });
    }
    const where = query && sessionsMatching(archive.sql, query);
    const page = sessionPage(archive.sql, { order, limit, cursor, prices, where });
    return { ...page, sessions: this.#summaries(page.sessions) };
  }

  async search({ q, order, limit, hits, offset }: SearchRequest): Promise<SearchAnswer> {
    const { archive } = this.#sources;
    const query = this.#queryOf(q);
    const found = await archive.search.find(query, { order, sessions: offset + limit, hits });
    const shown = found.sessions.slice(offset);
    const summaries = this.#summaries(shown.map(({ session }) => session));
    return {
      ...found,
      sessions: shown.map(({ count, hits: own }, i) => ({
        session: summaries[i] as SessionSummary,
        count,
        hits: own.map(({ link: _link, ...hit }) => hit as SearchAnswer['sessions'][number]['hits'][number]),
      })),
      next: found.more ? cursorOf(offset + limit) : null,
      patterns: found.patterns && { ...found.patterns, abandoned: [...found.patterns.abandoned] },
      ...(found.sessions.length === 0 && {
        explanation: explainNothing(archive.sql, query).map((one) => ({ ...one, instead: [...one.instead] })),
      }),
    };
  }

  find(sessionId: number, q: string, limit: number): Promise<FindResult> {
    const page = (after: number, most: number) => this.page(sessionId, after, most);
    return findInSession(this.#sources.archive.sql, sessionId, q, {
      limit,
      page,
      glimpses: this.#sources.archive.search.glimpses,
    });
  }

  #queryOf(source: string): ParsedQuery {
    const { archive, timezone } = this.#sources;
    return parseQuery(source, { now: Date.now(), timezone, agents: archivedAgents(archive) });
  }

  #summaries(listed: readonly SessionListed[]): SessionSummary[] {
    const { archive, prices } = this.#sources;
    return summariesOf(archive.sql, listed, { prices, now: Date.now() });
  }
}
