/**
 * Search: sessions with what was asked for, each with a few hits and where they are. Which sessions and events these
 * are is found by the index alone; only the events that are shown are read.
 */
import type { Adapter, Host, SqlRow } from '@hansard/core';
import { Names } from '../database/names.ts';
import type { Sql } from '../database/sql.ts';
import { FLAGS } from '../events/event-row.ts';
import type { ReadBack } from '../events/read-back.ts';
import { SpilledTexts } from '../events/spilled-texts.ts';
import type { Originals } from '../originals/originals.ts';
import { listSessions, type SessionListed } from '../sessions/list-sessions.ts';
import { Glimpses } from './glimpse.ts';
import { highlighter } from './highlight.ts';
import { type Count, Hits, runOf } from './hits.ts';
import { type Found, type FoundSession, newestSessions } from './newest.ts';
import { MOST_READ, type PatternFound, type PatternReading, searchPatterns } from './pattern-search.ts';
import type { Query } from './query.ts';
import { rankedSessions } from './ranked.ts';
import { SessionSet } from './session-set.ts';
import { shortIds } from './short-ids.ts';
import { type Snippet, snippetOf } from './snippet.ts';

export interface SearchOptions {
  /** `ranked` needs words to rank by; without any it is `newest`. */
  readonly order?: 'newest' | 'ranked';
  /** How many sessions; 20 by default. */
  readonly sessions?: number;
  /** How many hits in each; 3 by default. */
  readonly hits?: number;
  /** Characters of a snippet; 160 by default. */
  readonly context?: number;
  /** Events that a regular expression reads at most. */
  readonly read?: number;
}

export interface SearchResult {
  readonly order: 'newest' | 'ranked';
  readonly sessions: readonly SessionResult[];
  /** There are further sessions with hits. */
  readonly more: boolean;
  /** Hits in all sessions, where they are few enough to be counted. */
  readonly total: number | null;
  /** There are more hits than the newest 50,000, and only those were ranked. */
  readonly rankedPartly: boolean;
  /** How far regular expressions were followed. */
  readonly patterns: PatternReading | null;
}

export interface SessionResult {
  readonly session: SessionListed;
  /** Beginning of its id, as long as it takes to tell it from others. */
  readonly shortId: string;
  /** How many hits it has; null when they were not counted. */
  readonly count: Count | null;
  readonly hits: readonly HitResult[];
}

export interface HitResult {
  /** `<session>#<event>`, for other commands; it stays the same. */
  readonly link: string;
  /** Id of the event in its session. */
  readonly eventId: string;
  readonly logSeq: number;
  /** RFC 3339. */
  readonly time: string;
  readonly type: string;
  readonly tool: string | null;
  readonly model: string | null;
  readonly error: boolean;
  readonly subagent: boolean;
  /** The agent removed it later. */
  readonly withdrawn: boolean;
  /** Null for an event without text. */
  readonly snippet: Snippet | null;
}

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
    return { order: 'newest', sessions: results, more, total: null, rankedPartly: false, patterns: read };
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
    const sessions = new Map(listSessions({ sql }, { where, parameters: [ids] }).map((one) => [one.id, one]));
    const shortened = shortIds(
      sql,
      [...sessions.values()].map(({ uuid }) => uuid),
    );
    const rows = this.#rows(found.flatMap(({ numbers }) => numbers));
    return found.flatMap((one) => {
      const session = sessions.get(one.sessionId);
      if (!session) return [];
      const shortId = shortened.get(session.uuid) as string;
      const hits = one.numbers.flatMap((number) => {
        const row = rows.get(number);
        return row ? [this.#hit(row, shortId, snippets.get(number) ?? null)] : [];
      });
      return [{ session, shortId, count: count(one), hits }];
    });
  }

  #rows(numbers: readonly number[]): Map<number, SqlRow> {
    const rows = this.#sources.sql.all(
      `SELECT e.id, e.key, e.time, e.type, e.tool, e.model, e.flags, r.seq + e.id - r.first AS seq, h.subagent
       FROM json_each(?) n CROSS JOIN event e ON e.id = n.value
       CROSS JOIN run r ON ${runOf('e.id')} CROSS JOIN thread h ON h.id = r.thread_id`,
      JSON.stringify(numbers),
    );
    return new Map(rows.map((row) => [row['id'] as number, row]));
  }

  #hit(row: SqlRow, shortId: string, snippet: Snippet | null): HitResult {
    const name = (id: unknown) => (id === null ? null : (this.#names.text(id as number) ?? null));
    const has = (flag: number) => ((row['flags'] as number) & flag) !== 0;
    return {
      link: `${shortId}#${row['key']}`,
      eventId: row['key'] as string,
      logSeq: row['seq'] as number,
      time: new Date(row['time'] as number).toISOString(),
      type: name(row['type']) ?? '',
      tool: name(row['tool']),
      model: name(row['model']),
      error: has(FLAGS.error),
      subagent: row['subagent'] === 1 || has(FLAGS.subagent),
      withdrawn: has(FLAGS.withdrawn),
      snippet,
    };
  }
}

type Snippets = ReadonlyMap<number, Snippet | null>;
type Counting = (session: FoundSession) => Count | null;

function countOf(hits: Hits, { sessionId, count }: FoundSession): Count | null {
  return count ?? (hits.hasPrefix ? null : hits.count(sessionId));
}
