/**
 * Finds text in one session. What is short enough is read through, so that any piece of text is found; in longer
 * sessions words and phrases are found by the index. A /regular expression/ is always tried on what is read. All of it
 * is bounded, and the answer tells when it did not come to the end.
 */
import type { Event, EventDraft } from '@hansard/core';
import type { FindResult } from '@hansard/core/api/views.ts';
import type { Sql } from '../database/sql.ts';
import { eachText } from '../events/index-text.ts';
import { composed, fold } from '../search/fold.ts';
import type { Glimpses } from '../search/glimpse.ts';
import type { Mark } from '../search/highlight.ts';
import { highlighter } from '../search/highlight.ts';
import { Hits } from '../search/hits.ts';
import { parseQuery } from '../search/parse-query.ts';
import type { PatternClause, Query } from '../search/query.ts';
import { PatternRunner } from '../search/run-pattern.ts';
import { type Snippet, snippetOf } from '../search/snippet.ts';
import { logSeqOf } from './event-numbers.ts';

export interface FindOptions {
  readonly limit: number;
  /** Events behind a logSeq. */
  readonly page: (after: number, limit: number) => Promise<readonly Event[]>;
  /** Without them the index is not asked: it knows what the events that are read may hide. */
  readonly glimpses?: Pick<Glimpses, 'of'>;
}

const PAGE = 500;
/** Longer sessions are looked up in the index; regular expressions read so many events. */
const MOST_READ = 20_000;
const MILLISECONDS = 2000;
const SNIPPET = 120;

export async function findInSession(
  sql: Sql,
  sessionId: number,
  source: string,
  options: FindOptions,
): Promise<FindResult> {
  const pattern = patternOf(source);
  const last = (sql.get('SELECT last_seq FROM session WHERE id = ?', sessionId)?.['last_seq'] as number) ?? 0;
  if (!pattern && options.glimpses && last > MOST_READ) return findByIndex(sql, sessionId, source, options);
  const find = pattern ? patternFinder(pattern) : textFinder(source);
  const hits: FindResult['hits'] = [];
  let [total, after, late] = [0, 0, false];
  while (after < last && after < MOST_READ && !late) {
    const events = await options.page(after, PAGE);
    if (events.length === 0) break;
    for (const event of events) {
      const marks = find(event);
      if (marks === 'late') late = true;
      if (marks === 'late' || !marks) continue;
      total++;
      if (hits.length < options.limit) hits.push(hitOf(event, marks));
    }
    after = events.at(-1)?.logSeq ?? last;
  }
  return { hits, total, partial: late || after < last };
}

type Marks = (text: string) => Mark[];
type Finder = (event: EventDraft) => Marks | undefined | 'late';

function hitOf(event: Event, marks: Marks): FindResult['hits'][number] {
  const snippet = textOf(snippetOf(event, marks, SNIPPET));
  return { logSeq: event.logSeq as number, eventId: event.id, snippet };
}

const textOf = (snippet: Snippet | undefined): string =>
  snippet ? `${snippet.cutBefore ? '…' : ''}${snippet.text}${snippet.cutAfter ? '…' : ''}` : '';

/** Capitals and accents do not matter. Quotes around the whole are left out: they mean the same. */
function textFinder(source: string): Finder {
  const wanted = fold(composed(source.trim().replace(/^"(.+)"$/s, '$1')));
  const marks: Marks = (text) => {
    const at = fold(text).indexOf(wanted);
    return at < 0 ? [] : [{ start: at, end: at + wanted.length, term: 0 }];
  };
  return (event) => {
    let found = false;
    eachText(event, (text) => {
      found ||= fold(composed(text)).includes(wanted);
    });
    return found ? marks : undefined;
  };
}

function patternFinder(clause: PatternClause): Finder {
  const runner = new PatternRunner([clause]);
  const marks: Marks = (text) => {
    const [found] = runner.matches([[text]], MILLISECONDS);
    return Array.isArray(found) ? found.map(({ start, end }) => ({ start, end, term: 0 })) : [];
  };
  return (event) => {
    const texts: string[] = [];
    eachText(event, (text) => texts.push(composed(text)));
    const left = MILLISECONDS - runner.spent;
    const found = left > 0 ? runner.matches([texts], left) : 'late';
    if (found === 'late') return 'late';
    return found[0] ? marks : undefined;
  };
}

function patternOf(source: string): PatternClause | undefined {
  if (!/^\/.+\/[a-z]*$/s.test(source.trim())) return undefined;
  return parseQuery(source.trim(), { now: 0, timezone: 'UTC' }).patterns[0];
}

/** The newest hits, in order. A glimpse of an event is enough when it shows what was found. */
async function findByIndex(sql: Sql, sessionId: number, source: string, options: FindOptions): Promise<FindResult> {
  const words = source.trim().replace(/^"(.+)"$/s, '$1');
  const query: Query = parseQuery(`"${words.replaceAll('"', ' ')}"`, { now: 0, timezone: 'UTC' });
  const found = new Hits(sql, query).ofSession(sessionId, options.limit);
  const marks = highlighter(query);
  const seen = await (options.glimpses as Pick<Glimpses, 'of'>).of(found.numbers, (event, isWhole) => {
    const snippet = snippetOf(event, marks, SNIPPET);
    return isWhole || (snippet?.marks.length ?? 0) > 0 ? { eventId: event.id, snippet: textOf(snippet) } : undefined;
  });
  const hits = [...seen].flatMap(([number, hit]) => {
    const logSeq = logSeqOf(sql, number);
    return logSeq === undefined ? [] : [{ logSeq, ...hit }];
  });
  hits.sort((a, b) => a.logSeq - b.logSeq);
  return { hits, total: found.count.number, partial: !found.count.exact };
}
