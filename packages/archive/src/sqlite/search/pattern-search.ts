/**
 * Regular expressions over the events of the sessions that the rest of the query has chosen: words choose sessions,
 * filters choose events, and every such event is read. That is slow, so it looks at a bounded number of events, newest
 * sessions first, and tells how far it came.
 */

import { setImmediate } from 'node:timers/promises';
import type { EventDraft, SqlValue } from '@hansard/core';
import { BadQuery } from '@hansard/core/query/bad-query.ts';
import type { Query } from '@hansard/core/query/query.ts';
import { DistinctHits } from '@hansard/core/search/distinct-hits.ts';
import type { Mark } from '@hansard/core/search/highlight.ts';
import type { PatternMatch } from '@hansard/core/search/matcher.ts';
import { type Snippet, snippetOf } from '@hansard/core/search/snippet.ts';
import { composed } from '@hansard/core/words/fold.ts';
import { eachText } from '@hansard/core/words/index-text.ts';
import { idOf } from '../../database/columns.ts';
import type { Sql } from '../../database/sql.ts';
import { PatternRunner } from '../../host/run-pattern.ts';
import type { ReadBack } from '../reading/read-back.ts';
import { isEventFilter, passing } from './event-filter.ts';
import { Hits, readStretch } from './hits.ts';
import { eachSession, type FoundSession, type Limits } from './newest.ts';
import type { SessionSet } from './session-set.ts';

export interface PatternFound {
  readonly sessions: readonly FoundSession[];
  readonly more: boolean;
  /** What is shown of the events that were found. */
  readonly snippets: ReadonlyMap<number, Snippet | null>;
  readonly read: PatternReading;
}

export interface PatternReading {
  readonly sessions: number;
  readonly events: number;
  /** All sessions that may have had hits were looked through, or enough were found. */
  readonly complete: boolean;
  /** Numbers of sessions that took the expression too long. */
  readonly abandoned: readonly number[];
}

export interface PatternLimits extends Limits {
  /** Events that are read at most. */
  readonly events: number;
  /** Characters of a snippet. */
  readonly context: number;
}

export const MOST_READ = 100_000;
const AT_ONCE = 256;
/** For matching in one session. */
const MILLISECONDS = 1000;
const MOST_ABANDONED = 3;

export async function searchPatterns(
  { sql, events }: { readonly sql: Sql; readonly events: Pick<ReadBack, 'events'> },
  query: Query,
  sessions: SessionSet,
  limits: PatternLimits,
): Promise<PatternFound> {
  const run = new PatternRun(sql, events, query, limits);
  const words = new Hits(sql, { ...query, filters: query.filters.filter((filter) => !isEventFilter(filter)) });
  for (const { sessionId } of eachSession(words, sessions, 1).each) {
    if (!(await run.look(sessionId))) break;
  }
  return run.finish();
}

class PatternRun {
  readonly #sql: Sql;
  readonly #events: Pick<ReadBack, 'events'>;
  readonly #query: Query;
  readonly #limits: PatternLimits;
  readonly #runner: PatternRunner;
  readonly #found: FoundSession[] = [];
  readonly #snippets = new Map<number, Snippet | null>();
  readonly #abandoned: number[] = [];
  #read = 0;
  #sessions = 0;
  #cutShort = false;

  constructor(sql: Sql, events: Pick<ReadBack, 'events'>, query: Query, limits: PatternLimits) {
    this.#sql = sql;
    this.#events = events;
    this.#query = query;
    this.#limits = limits;
    this.#runner = new PatternRunner(query.patterns);
  }

  /** Looks through one session; false when that is enough. */
  async look(sessionId: number): Promise<boolean> {
    if (this.#read >= this.#limits.events) {
      this.#cutShort = true;
      return false;
    }
    this.#sessions++;
    const hits = new DistinctHits<number>(this.#limits.hits);
    const until = this.#runner.spent + MILLISECONDS;
    for (const batch of this.#batches(sessionId)) {
      await setImmediate();
      const outcome = await this.#lookAt(batch, hits, until - this.#runner.spent);
      if (outcome === 'late') this.#abandon(sessionId);
      if (outcome !== 'go on') break;
    }
    if (hits.shown.length > 0) this.#found.push({ sessionId, numbers: hits.shown });
    return this.#found.length <= this.#limits.sessions;
  }

  finish(): PatternFound {
    const sessions = this.#found.slice(0, this.#limits.sessions);
    return {
      sessions,
      more: this.#found.length > sessions.length || this.#cutShort,
      snippets: this.#snippets,
      read: {
        sessions: this.#sessions,
        events: this.#read,
        complete: !this.#cutShort,
        abandoned: this.#abandoned,
      },
    };
  }

  async #lookAt(
    batch: readonly number[],
    hits: DistinctHits<number>,
    milliseconds: number,
  ): Promise<'late' | 'enough' | 'go on'> {
    const events = await this.#events.events(batch);
    this.#read += events.length;
    const texts = events.map(({ event }) => textsOf(event));
    const matches = this.#runner.matches(texts, milliseconds);
    if (matches === 'late') return 'late';
    for (const [i, { number, event }] of events.entries()) {
      const found = matches[i];
      if (!found) continue;
      const snippet = snippetOf(event, marksIn(texts[i] as string[], found), this.#limits.context) ?? null;
      this.#snippets.set(number, snippet);
      hits.offer(number, snippet);
      if (hits.isFull) return 'enough';
    }
    return 'go on';
  }

  #abandon(sessionId: number): void {
    this.#abandoned.push(sessionId);
    if (this.#abandoned.length < MOST_ABANDONED) return;
    const { source, patterns } = this.#query;
    throw new BadQuery(
      source,
      patterns[0] ?? { at: 0, end: 1 },
      'The regular expression takes too long.',
      'Avoid repetitions inside repetitions, such as (a+)+, and add words that choose fewer sessions.',
    );
  }

  /** Numbers of the session's events that pass the filters, newest first. */
  *#batches(sessionId: number): Iterable<number[]> {
    const filter = passing(this.#sql, { ...this.#query, text: [] });
    const statement = this.#sql.connection.prepare(
      `SELECT e.id FROM event e WHERE e.id BETWEEN ? AND ?${filter ? ` AND ${filter.where}` : ''} ORDER BY e.id DESC`,
    );
    const parameters: readonly SqlValue[] = filter?.parameters ?? [];
    const runs = this.#sql.all('SELECT first, count FROM run WHERE session_id = ? ORDER BY first DESC', sessionId);
    for (const { first, count } of runs.map(readStretch)) {
      for (let end = first + count; end > first; end -= AT_ONCE) {
        if (this.#read >= this.#limits.events) {
          this.#cutShort = true;
          return;
        }
        const start = Math.max(first, end - AT_ONCE);
        const ids = statement.all(start, end - 1, ...parameters).map(idOf);
        if (ids.length > 0) yield ids;
      }
    }
  }
}

function textsOf(event: EventDraft): string[] {
  const texts: string[] = [];
  eachText(event, (text) => texts.push(composed(text)));
  return texts;
}

/** Marks by the text that they are in. An expression may match nothing at a place: that is not shown. */
function marksIn(texts: readonly string[], found: readonly PatternMatch[]): (text: string) => Mark[] {
  return (text) =>
    found.flatMap((match, term) =>
      texts[match.text] === text && match.end > match.start ? [{ start: match.start, end: match.end, term }] : [],
    );
}
