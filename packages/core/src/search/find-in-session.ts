/**
 * Finds text, or a /regular expression/, in one session by reading through it, so that any piece of text is found. It is
 * bounded, and the answer tells when it did not come to the end.
 */
import type { EventDraft } from '../adapters/contract.ts';
import type { FindResult } from '../api/views.ts';
import { parseQuery } from '../query/parse-query.ts';
import type { PatternClause } from '../query/query.ts';
import type { Event } from '../transcript.ts';
import { composed, fold } from '../words/fold.ts';
import { eachText } from '../words/index-text.ts';
import type { Mark } from './highlight.ts';
import type { MakeMatcher, PatternMatcher } from './matcher.ts';
import { type Snippet, snippetOf } from './snippet.ts';

export interface FindOptions {
  readonly limit: number;
  /** The highest logSeq of the session. */
  readonly lastSeq: number;
  /** Events behind a logSeq. */
  readonly page: (after: number, limit: number) => Promise<readonly Event[]>;
  readonly matcher: MakeMatcher;
}

const PAGE = 500;
/** Events that are read at most. */
export const MOST_READ = 20_000;
const MILLISECONDS = 2000;
/** Characters of what is shown of a hit. */
export const FOUND_WIDTH = 120;

export async function findInSession(
  source: string,
  { limit, lastSeq, page, matcher }: FindOptions,
): Promise<FindResult> {
  const pattern = patternIn(source);
  const find = pattern ? patternFinder(matcher([pattern])) : textFinder(source);
  const hits: FindResult['hits'] = [];
  let [total, after, late] = [0, 0, false];
  while (after < lastSeq && after < MOST_READ && !late) {
    const events = await page(after, PAGE);
    if (events.length === 0) break;
    for (const event of events) {
      const marks = find(event);
      if (marks === 'late') late = true;
      if (marks === 'late' || !marks) continue;
      total++;
      if (hits.length < limit) hits.push(hitOf(event, marks));
    }
    after = events.at(-1)?.logSeq ?? lastSeq;
  }
  return { hits, total, partial: late || after < lastSeq };
}

type Marks = (text: string) => Mark[];
type Finder = (event: EventDraft) => Marks | undefined | 'late';

function hitOf(event: Event, marks: Marks): FindResult['hits'][number] {
  const snippet = foundText(snippetOf(event, marks, FOUND_WIDTH));
  return { logSeq: event.logSeq as number, eventId: event.id, snippet };
}

export const foundText = (snippet: Snippet | undefined): string =>
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

function patternFinder(runner: PatternMatcher): Finder {
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

/** The expression that a text is as a whole, if it is one. */
export function patternIn(source: string): PatternClause | undefined {
  if (!/^\/.+\/[a-z]*$/s.test(source.trim())) return undefined;
  return parseQuery(source.trim(), { now: 0, timezone: 'UTC' }).patterns[0];
}
