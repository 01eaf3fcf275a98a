/** Content as it is, for the user of this machine. */
import { type Attachment, type Event, Failure } from '@hansard/core';
import type { FindResult, SearchAnswer, SessionSummary } from '@hansard/core/api/index.ts';
import { parseQuery } from '@hansard/core/query/parse-query.ts';
import type { Query } from '@hansard/core/query/query.ts';
import type { SearchResult } from '@hansard/core/store/search.ts';
import type { SessionId, SessionRow } from '@hansard/core/store/sessions.ts';
import { knownAgents } from '@hansard/core/views/agents.ts';
import { summariesOf } from '@hansard/core/views/session-summaries.ts';
import type { App } from '../app.ts';
import type { Content, ListRequest, SearchRequest, SessionListPage } from './content.ts';
import { cursorOf } from './search-cursor.ts';

export type ContentSources = Pick<App, 'store' | 'prices' | 'timezone' | 'matcher'>;

export class DirectContent implements Content {
  readonly profile = null;
  readonly #sources: ContentSources;

  constructor(sources: ContentSources) {
    this.#sources = sources;
  }

  page(session: SessionId, after: number, limit: number): Promise<readonly Event[]> {
    return this.#sources.store.events.page(session, after, limit);
  }

  events(session: SessionId, logSeqs: readonly number[]): Promise<readonly Event[]> {
    return this.#sources.store.events.at(session, logSeqs);
  }

  texts(session: SessionId, logSeqs: readonly number[]): Promise<ReadonlyMap<number, string>> {
    return this.#sources.store.events.texts(session, logSeqs);
  }

  attachment(session: SessionId, hash: string): Promise<Attachment | undefined> {
    return this.#sources.store.events.attachment(session, hash);
  }

  async answer<T>(_session: SessionId | null, answer: T): Promise<T> {
    return answer;
  }

  async head<T>(_session: SessionId, head: T): Promise<T> {
    return head;
  }

  folder(folder: string): string {
    return folder;
  }

  async sessions({ q, limit, cursor, order }: ListRequest): Promise<SessionListPage> {
    const { store, prices } = this.#sources;
    const query = q.trim() === '' ? undefined : await this.#queryOf(q);
    if (query && query.patterns.length > 0) {
      throw new Failure('bad-query', 'A list of sessions takes words and filters, but no regular expression.', {
        remedy: 'Ask /v1/search: it looks into events.',
      });
    }
    const page = await store.sessions.page({ order, limit, cursor, query, prices });
    return { ...page, sessions: await this.#summaries(page.sessions) };
  }

  async search({ q, order, limit, hits, offset }: SearchRequest): Promise<SearchAnswer> {
    const { search } = this.#sources.store;
    const query = await this.#queryOf(q);
    const found = await search.find(query, { order, sessions: offset + limit, hits });
    const shown = found.sessions.slice(offset);
    const summaries = await this.#summaries(shown.map(({ session }) => session));
    return {
      ...found,
      sessions: shown.map(({ count, hits: own }, i) => ({
        session: summaries[i] as SessionSummary,
        count,
        hits: own.map(({ link: _link, ...hit }) => hit as SearchAnswer['sessions'][number]['hits'][number]),
      })),
      next: found.more ? cursorOf(offset + limit) : null,
      patterns: patternsOf(found),
      ...(found.sessions.length === 0 && {
        explanation: (await search.explain(query)).map((one) => ({ ...one, instead: [...one.instead] })),
      }),
    };
  }

  find(session: SessionId, q: string, limit: number): Promise<FindResult> {
    return this.#sources.store.search.inSession(session, q, limit);
  }

  async #queryOf(source: string): Promise<Query> {
    const { store, timezone } = this.#sources;
    return parseQuery(source, { now: Date.now(), timezone, agents: await knownAgents(store.sessions) });
  }

  #summaries(rows: readonly SessionRow[]): Promise<SessionSummary[]> {
    const { store, prices } = this.#sources;
    return summariesOf(store, rows, { prices, now: Date.now() });
  }
}

/** Sessions that were given up are told by the numbers that people type. */
const patternsOf = ({ patterns }: SearchResult): SearchAnswer['patterns'] =>
  patterns && { ...patterns, abandoned: patterns.abandoned.map(({ number = 0 }) => number) };
