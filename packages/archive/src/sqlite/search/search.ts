/**
 * Search: sessions with what was asked for, each with a few hits and where they are. Which sessions and events these
 * are is found by the index alone; only the events that are shown are read.
 */
import type { Adapter, Host } from '@hansard/core';
import { FLAGS } from '@hansard/core/events/event-facts.ts';
import type { Query } from '@hansard/core/query/query.ts';
import { CANDIDATES_PER_HIT, DistinctHits } from '@hansard/core/search/distinct-hits.ts';
import { highlighter } from '@hansard/core/search/highlight.ts';
import { type Snippet, snippetOf } from '@hansard/core/search/snippet.ts';
import type { Count, HitResult, SearchOptions, SearchResult, SessionResult } from '@hansard/core/store/search.ts';
import { Names } from '../../database/names.ts';
import { flag, integer, integerOrNull, rowReader, type Shaped, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import { SpilledTexts } from '../events/spilled-texts.ts';
import type { Originals } from '../originals/originals.ts';
import type { ReadBack } from '../reading/read-back.ts';
import { SessionIds } from '../session-ids.ts';
import { listSessions } from '../sessions/session-rows.ts';
import { shortIds } from '../sessions/short-ids.ts';
import { Glimpses } from './glimpse.ts';
import { Hits, runOf } from './hits.ts';
import { type FoundSession, newestSessions } from './newest.ts';
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
    const { sessions: most = 20, hits: each = 3, now = Date.now() } = options;
    const sessions = new SessionSet(sql, query);
    if (query.patterns.length > 0) {
      const { read: events = MOST_READ, context = CONTEXT } = options;
      const read = { sessions: most, hits: each, events, context };
      const found = await searchPatterns({ sql, events: this.#completed }, query, sessions, read);
      return this.#ofPatterns(found);
    }
    const hits = new Hits(sql, query);
    const isRanked = options.order === 'ranked' && hits.match !== undefined;
    const limits = { sessions: most, hits: each * CANDIDATES_PER_HIT };
    const found = isRanked
      ? rankedSessions(hits, sessions, { ...limits, now })
      : newestSessions(hits, sessions, limits);
    const { shown, same, snippets } = await this.#shown(query, found.sessions, each, options.context ?? CONTEXT);
    return {
      order: isRanked ? 'ranked' : 'newest',
      sessions: this.#results(shown, snippets, (session) => countOf(hits, session, same)),
      more: found.more,
      total: found.total === undefined ? null : found.total - sum(same.values()),
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

  #ofPatterns({ sessions, more, snippets, read }: PatternFound): SearchResult {
    const results = this.#results(sessions, snippets, () => null);
    const ids = new SessionIds(this.#sources.sql).idsOf(read.abandoned);
    const patterns = { ...read, abandoned: [...ids].map(([number, id]) => ({ id, number })) };
    return { order: 'newest', sessions: results, more, total: null, rankedPartly: false, patterns };
  }

  /** The hits to show of each session. Further ones are read only where some were the same. */
  async #shown(query: Query, found: readonly FoundSession[], each: number, context: number): Promise<Shown> {
    const chosen = found.map((session) => ({
      session,
      queue: [...session.numbers],
      hits: new DistinctHits<number>(each),
    }));
    const snippets = new Map<number, Snippet | null>();
    for (;;) {
      const batches = chosen.map(({ queue, hits }) => ({ hits, numbers: queue.splice(0, hits.room) }));
      const numbers = batches.flatMap((batch) => batch.numbers);
      if (numbers.length === 0) break;
      for (const [number, snippet] of await this.#snippets(query, numbers, context)) snippets.set(number, snippet);
      for (const batch of batches) for (const one of batch.numbers) batch.hits.offer(one, snippets.get(one));
    }
    return {
      shown: chosen.map(({ session, hits }) => ({ ...session, numbers: hits.shown })),
      same: new Map(chosen.map(({ session, hits }) => [session.sessionId, hits.same])),
      snippets,
    };
  }

  /** Of some events. A glimpse of one is enough when it shows what was found. */
  #snippets(query: Query, numbers: readonly number[], context: number) {
    const highlight = highlighter(query);
    const hasWords = query.text.some(({ excluded }) => !excluded);
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

interface Shown {
  readonly shown: readonly FoundSession[];
  /** Hits that are like others, by session. */
  readonly same: ReadonlyMap<number, number>;
  readonly snippets: Snippets;
}

function countOf(hits: Hits, { sessionId, count }: FoundSession, same: Shown['same']): Count | null {
  const counted = count ?? (hits.hasPrefix ? null : hits.count(sessionId));
  return counted && { ...counted, number: counted.number - (same.get(sessionId) ?? 0) };
}

function sum(numbers: Iterable<number>): number {
  let all = 0;
  for (const number of numbers) all += number;
  return all;
}
