/**
 * Finds text in one session. What is short enough is read through, so that any piece of text is found; in longer
 * sessions words and phrases are found by the index. A /regular expression/ is always tried on what is read. All of it
 * is bounded, and the answer tells when it did not come to the end.
 */
import type { Event, EventDraft } from '@hansard/core';
import type { FindResult } from '@hansard/core/api/views.ts';
import type { Sql } from '../database/sql.ts';
import { EventRuns, seqIn } from '../events/event-runs.ts';
import { eachText } from '../events/index-text.ts';
import { composed, fold } from '../search/fold.ts';
import type { Mark } from '../search/highlight.ts';
import { highlighter } from '../search/highlight.ts';
import { Hits } from '../search/hits.ts';
import { parseQuery } from '../search/parse-query.ts';
import type { PatternClause, Query } from '../search/query.ts';
import { PatternRunner } from '../search/run-pattern.ts';
import { snippetOf } from '../search/snippet.ts';

export interface FindOptions {
  readonly limit: number;
  /** Events behind a logSeq. */
  readonly page: (after: number, limit: number) => Promise<readonly Event[]>;
  /** Whether the index may be asked; it knows what the events that are read may hide. */
  readonly index: boolean;
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
  if (!pattern && options.index && last > MOST_READ) return findByIndex(sql, sessionId, source, options);
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
  const snippet = snippetOf(event, marks, SNIPPET);
  const text = snippet ? `${snippet.cutBefore ? '…' : ''}${snippet.text}${snippet.cutAfter ? '…' : ''}` : '';
  return { logSeq: event.logSeq as number, eventId: event.id, snippet: text };
}

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

async function findByIndex(sql: Sql, sessionId: number, source: string, options: FindOptions): Promise<FindResult> {
  const words = source.trim().replace(/^"(.+)"$/s, '$1');
  const query: Query = parseQuery(`"${words.replaceAll('"', ' ')}"`, { now: 0, timezone: 'UTC' });
  const found = new Hits(sql, query).ofSession(sessionId, options.limit);
  const runs = new EventRuns(sql);
  const seqs = found.numbers.flatMap((number) => {
    const run = runs.of(number);
    return run ? [seqIn(run, number)] : [];
  });
  const marks = highlighter(query);
  const hits: FindResult['hits'] = [];
  for (const seq of seqs.sort((a, b) => a - b)) {
    const [event] = await options.page(seq - 1, 1);
    if (event) hits.push(hitOf(event, marks));
  }
  return { hits, total: found.count.number, partial: !found.count.exact };
}
