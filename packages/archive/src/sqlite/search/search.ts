/**
 * Search: sessions with what was asked for, each with a few hits and where they are. Which sessions and events these
 * are is found by the index alone; only the events that are shown are read.
 */
import type { Adapter, Host } from '@hansard/core';
import { FLAGS } from '@hansard/core/events/event-facts.ts';
import type { Query } from '@hansard/core/query/query.ts';
import { highlighter } from '@hansard/core/search/highlight.ts';
import { type Snippet, snippetOf } from '@hansard/core/search/snippet.ts';
import type { Count, HitResult, SearchOptions, SearchResult, SessionResult } from '@hansard/core/store/search.ts';
import { Names } from '../../database/names.ts';
import { flag, integer, integerOrNull, rowReader, type Shaped, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import type { ReadBack } from '../../events/read-back.ts';
import { SpilledTexts } from '../../events/spilled-texts.ts';
import type { Originals } from '../../originals/originals.ts';
import { SessionIds } from '../session-ids.ts';
import { listSessions } from '../sessions/session-rows.ts';
import { shortIds } from '../sessions/short-ids.ts';
import { Glimpses } from './glimpse.ts';
import { Hits, runOf } from './hits.ts';
import { type Found, type FoundSession, newestSessions } from './newest.ts';
import { MOST_READ, type PatternFound, searchPatterns } from './pattern-search.ts';
import { rankedSessions } from './ranked.ts';
import { SessionSet } from './session-set.ts';

export interface SearchSources {
  readonly sql: Sql;
  readonly originals: Originals;
  readonly events: ReadBack;
  readonly adapters: readonly Adapter[];
  readonly host: Host;
}

const CONTEXT = 160;

export class Search {
  readonly glimpses: Glimpses;
  readonly #sources: SearchSources;
  readonly #names: Names;
  readonly #spilled: SpilledTexts;

  constructor(sources: SearchSources) {
    this.#sources = sources;
    this.#names = new Names(sources.sql);
    this.#spilled = new SpilledTexts(sources.sql, sources.originals);
    this.glimpses = new Glimpses(sources);
  }

  async find(query: Query, options: SearchOptions = {}): Promise<SearchResult> {
    const { sql } = this.#sources;
    const limits = { sessions: options.sessions ?? 20, hits: options.hits ?? 3 };
    const sessions = new SessionSet(sql, query);
    if (query.patterns.length > 0) {
      const read = { ...limits, events: options.read ?? MOST_READ };
      const found = await searchPatterns({ sql, events: this.#completed }, query, sessions, read);
      return this.#ofPatterns(found, options);
    }
    const hits = new Hits(sql, query);
    const isRanked = options.order === 'ranked' && hits.match !== undefined;
    const found = isRanked ? rankedSessions(hits, sessions, limits) : newestSessions(hits, sessions, limits);
    const snippets = await this.#snippets(query, found, options);
    return {
      order: isRanked ? 'ranked' : 'newest',
      sessions: this.#results(found.sessions, snippets, (session) => countOf(hits, session)),
      more: found.more,
      total: found.total ?? null,
      rankedPartly: 'partly' in found && found.partly === true,
      patterns: null,
    };
  }

  /** Events with what they have spilled to files. */
  readonly #completed: Pick<ReadBack, 'events'> = {
    events: async (numbers) => {
      const events = await this.#sources.events.events(numbers);
      return events.map((one) => ({ ...one, event: this.#spilled.in(one.event) }));
    },
  };

  #ofPatterns({ sessions, more, events, read }: PatternFound, { context = CONTEXT }: SearchOptions): SearchResult {
    const snippets = new Map<number, Snippet | null>();
    for (const [number, { event, marks }] of events) snippets.set(number, snippetOf(event, marks, context) ?? null);
    const results = this.#results(sessions, snippets, () => null);
    const ids = new SessionIds(this.#sources.sql).idsOf(read.abandoned);
    const patterns = { ...read, abandoned: [...ids].map(([number, id]) => ({ id, number })) };
    return { order: 'newest', sessions: results, more, total: null, rankedPartly: false, patterns };
  }

  /** Of the events that are shown. A glimpse of one is enough when it shows what was found. */
  #snippets(query: Query, { sessions }: Found, { context = CONTEXT }: SearchOptions) {
    const highlight = highlighter(query);
    const hasWords = query.text.some(({ excluded }) => !excluded);
    const numbers = sessions.flatMap((session) => session.numbers);
    return this.glimpses.of<Snippet | null>(numbers, (event, isWhole) => {
      const snippet = snippetOf(isWhole ? this.#spilled.in(event) : event, highlight, context) ?? null;
      return isWhole || !hasWords || (snippet?.marks.length ?? 0) > 0 ? snippet : undefined;
    });
  }

  #results(found: readonly FoundSession[], snippets: Snippets, count: Counting): SessionResult[] {
    const { sql } = this.#sources;
    const ids = JSON.stringify(found.map(({ sessionId }) => sessionId));
    const where = 'session.id IN (SELECT value FROM json_each(?))';
    const sessions = new Map(listSessions({ sql }, { where, parameters: [ids] }).map((one) => [one.number, one]));
    const shortened = shortIds(
      sql,
      [...sessions.values()].map(({ id }) => id),
    );
    const rows = this.#rows(found.flatMap(({ numbers }) => numbers));
    return found.flatMap((one) => {
      const session = sessions.get(one.sessionId);
      if (!session) return [];
      const shortId = shortened.get(session.id) as string;
      const hits = one.numbers.flatMap((number) => {
        const row = rows.get(number);
        return row ? [this.#hit(row, shortId, snippets.get(number) ?? null)] : [];
      });
      return [{ session, shortId, count: count(one), hits }];
    });
  }

  #rows(numbers: readonly number[]): Map<number, HitRow> {
    const rows = this.#sources.sql.all(
      `SELECT e.id, e.key, e.time, e.type, e.tool, e.model, e.flags, r.seq + e.id - r.first AS seq, h.subagent
       FROM json_each(?) n CROSS JOIN event e ON e.id = n.value
       CROSS JOIN run r ON ${runOf('e.id')} CROSS JOIN thread h ON h.id = r.thread_id`,
      JSON.stringify(numbers),
    );
    return new Map(rows.map(readHit).map((row) => [row.id, row]));
  }

  #hit(row: HitRow, shortId: string, snippet: Snippet | null): HitResult {
    const name = (id: number | null) => (id === null ? null : (this.#names.text(id) ?? null));
    const has = (flag: number) => (row.flags & flag) !== 0;
    return {
      link: `${shortId}#${row.key}`,
      eventId: row.key,
      logSeq: row.seq,
      time: new Date(row.time).toISOString(),
      type: name(row.type) ?? '',
      tool: name(row.tool),
      model: name(row.model),
      error: has(FLAGS.error),
      subagent: row.subagent || has(FLAGS.subagent),
      withdrawn: has(FLAGS.withdrawn),
      snippet,
    };
  }
}

const HIT = {
  id: integer,
  key: text,
  time: integer,
  type: integer,
  tool: integerOrNull,
  model: integerOrNull,
  flags: integer,
  seq: integer,
  subagent: flag,
};
type HitRow = Shaped<typeof HIT>;
const readHit = rowReader(HIT);

type Snippets = ReadonlyMap<number, Snippet | null>;
type Counting = (session: FoundSession) => Count | null;

function countOf(hits: Hits, { sessionId, count }: FoundSession): Count | null {
  return count ?? (hits.hasPrefix ? null : hits.count(sessionId));
}
