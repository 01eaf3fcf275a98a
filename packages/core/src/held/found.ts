/** What a search tells of the sessions and events that it found. Events come here with their content. */
import { FLAGS } from '../events/event-facts.ts';
import { isSubagentSource } from '../events/source-path.ts';
import type { Query } from '../query/query.ts';
import { DistinctHits } from '../search/distinct-hits.ts';
import { highlighter, type Mark } from '../search/highlight.ts';
import type { MakeMatcher, PatternMatcher } from '../search/matcher.ts';
import { snippetOf } from '../search/snippet.ts';
import type { Explanation, HitResult, SessionResult } from '../store/search.ts';
import type { SessionRow } from '../store/sessions.ts';
import { composed } from '../words/fold.ts';
import { eachText } from '../words/index-text.ts';
import type { HeldEvent } from './held-session.ts';

export const CONTEXT = 160;
/** For regular expressions on one event. */
const MILLISECONDS = 1000;
const MOST_EXPLAINED = 20;

export interface FoundSession {
  readonly row: SessionRow;
  /** Newest first. */
  readonly hits: readonly HeldEvent[];
  /** How many there are, where they are more than are at hand. */
  readonly count?: SessionResult['count'];
}

export interface Telling {
  readonly query: Query;
  readonly matcher: MakeMatcher;
  readonly hits: number;
  readonly context: number;
  shortId(id: string): string;
}

export function resultOf(
  { query, matcher, hits: most, context, shortId }: Telling,
  found: FoundSession,
): SessionResult {
  const { row, hits } = found;
  const patterns = query.patterns.length > 0 ? matcher(query.patterns) : undefined;
  const words = highlighter(query);
  const marks = (text: string): Mark[] => {
    const matches = patterns?.matches([[text]], MILLISECONDS);
    const [first] = matches === undefined || matches === 'late' ? [] : matches;
    return first ? first.map(({ start, end }, term) => ({ start, end, term })) : patterns ? [] : words(text);
  };
  const short = shortId(row.id);
  const distinct = new DistinctHits<HitResult>(most);
  for (const held of hits) {
    if (distinct.isFull) break;
    const hit = hitOf(held, short, marks, context);
    distinct.offer(hit, hit.snippet);
  }
  return {
    session: row,
    shortId: short,
    count: patterns ? null : (found.count ?? { number: hits.length - distinct.same, exact: true }),
    hits: distinct.shown,
  };
}

/** Hits of all sessions that were found, less those that are like others where they are shown. */
export function totalOf(found: readonly FoundSession[], shown: readonly SessionResult[]): number {
  const all = found.reduce((sum, { hits }) => sum + hits.length, 0);
  return shown.reduce((sum, { count }, i) => sum - ((found[i]?.hits.length ?? 0) - (count?.number ?? 0)), all);
}

export function textsOf({ event }: Pick<HeldEvent, 'event'>): string[] {
  const texts: string[] = [];
  eachText(event, (text) => texts.push(composed(text)));
  return texts;
}

export function matches(matcher: PatternMatcher, held: Pick<HeldEvent, 'event'>): boolean {
  const found = matcher.matches([textsOf(held)], MILLISECONDS);
  return found !== 'late' && found[0] !== undefined;
}

const MONTH = 30 * 24 * 60 * 60 * 1000;

/** The share of an event's text that is what was asked for, at best; what is recent counts up to twice. */
export function bestOf({ hits }: FoundSession, query: Query, now = Date.now()): number {
  const marks = highlighter(query);
  const score = (held: HeldEvent) => {
    const texts = textsOf(held);
    const length = texts.reduce((sum, text) => sum + text.length, 1);
    const recency = 1 + MONTH / (MONTH + Math.max(0, now - held.columns.time));
    return (recency * texts.reduce((sum, text) => sum + marks(text).length, 0)) / length;
  };
  return hits.reduce((best, held) => Math.max(best, score(held)), 0);
}

/** Those first in which something happened last. */
export const newestFirst = (a: { row: SessionRow }, b: { row: SessionRow }): number =>
  Date.parse(b.row.endedAt ?? '1970') - Date.parse(a.row.endedAt ?? '1970');

function hitOf(
  { event, columns }: HeldEvent,
  shortId: string,
  marks: (text: string) => Mark[],
  context: number,
): HitResult {
  return {
    link: `${shortId}#${event.id}`,
    eventId: event.id,
    logSeq: event.logSeq as number,
    time: new Date(columns.time).toISOString(),
    type: event.type,
    tool: columns.tool,
    model: columns.model,
    error: (columns.flags & FLAGS.error) !== 0,
    subagent: isSubagentSource(event.source),
    withdrawn: event.withdrawn === true,
    snippet: snippetOf(event, marks, context) ?? null,
  };
}

/** Why a query finds nothing, clause by clause. It suggests nothing: a store may know better. */
export async function explained(query: Query, count: (query: Query) => Promise<number>): Promise<Explanation[]> {
  const clauses = [...query.text.filter(({ excluded }) => !excluded), ...query.filters];
  const where = (keep: (clause: (typeof clauses)[number]) => boolean): Query => ({
    ...query,
    text: query.text.filter(keep),
    filters: query.filters.filter(keep),
    patterns: [],
  });
  const explanations: Explanation[] = [];
  for (const clause of clauses) {
    const fitsNothing = (await count(where((one) => one === clause))) === 0;
    const without = clauses.length === 1 ? 0 : await count(where((one) => one !== clause));
    const sessionsWithout = Math.min(MOST_EXPLAINED, without);
    if (!fitsNothing && sessionsWithout === 0) continue;
    explanations.push({ clause: query.source.slice(clause.at, clause.end), fitsNothing, sessionsWithout, instead: [] });
  }
  return explanations;
}
