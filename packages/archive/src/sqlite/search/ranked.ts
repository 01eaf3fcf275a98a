/**
 * Sessions in the order of their best hit: as the index ranks hits (bm25), and among good ones the recent before the
 * old. Ranking looks at every hit, so it covers the newest 50,000 and says so when there are more.
 */
import { idOf } from '../../database/columns.ts';
import { type Condition, condition, isOneOf } from './condition.ts';
import { type Hit, type Hits, readHit, runOf } from './hits.ts';
import type { Found, FoundSession, Limits } from './newest.ts';
import type { SessionSet } from './session-set.ts';

export const MOST_RANKED = 50_000;

export interface RankedFound extends Found {
  /** There are more hits than were ranked. */
  readonly partly: boolean;
}

/** The best hits that are looked at first; mostly they are of enough sessions. */
const FIRST = 1000;
/** Of equally good hits some of every session are taken, not all of the newest. */
const SPREAD = 'h.rowid * 7919 % 10007';
/** Steps from run to run, before it is assumed that there are others. */
const STEPS = 10;
/** A word inside an identifier says less than one that stands alone. */
const WEIGHTS = '1.0, 0.5';

/**
 * A hit of today counts up to twice as much as one of long ago, and one that is a month old half as much more: so a hit
 * that is clearly better stays before a newer one.
 */
const MONTH = 30 * 24 * 60 * 60 * 1000;
const RECENCY = `1.0 + ${MONTH}.0 / (${MONTH}.0 + max(0, ? - e.time))`;

export interface RankedLimits extends Limits {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Hits that are ranked. */
  readonly most?: number;
}

export function rankedSessions(hits: Hits, sessions: SessionSet, limits: RankedLimits): RankedFound {
  const { now, most = MOST_RANKED } = limits;
  if (!sessions.isAll && sessions.few(0)) return { sessions: [], more: false, total: 0, partly: false };
  const allowed = inSessions(hits, sessions);
  const last = lastRanked(hits, allowed, most);
  const best = bestHits(hits, allowed, { above: last, limit: FIRST, now });
  let found = group(best, limits);
  const others = best.length === FIRST && found.length <= limits.sessions && hasOthers(hits, last, found);
  if (others) found = group(bestHits(hits, allowed, { above: last, limit: most, now }), limits);
  return {
    sessions: found.slice(0, limits.sessions),
    more: found.length > limits.sessions,
    partly: last > 0,
    ...(best.length < FIRST && last === 0 ? { total: best.length } : {}),
  };
}

/** What is asked of sessions, asked of the numbers of their events. */
function inSessions({ source }: Hits, sessions: SessionSet): Condition | undefined {
  if (sessions.isAll) return undefined;
  return isOneOf(`(SELECT r.session_id FROM run r WHERE ${runOf(source?.id ?? '')})`, [...sessions.latest()]);
}

/** The newest hit that is not ranked; 0 when all are. */
function lastRanked(hits: Hits, allowed: Condition | undefined, most: number): number {
  const { where, parameters } = allowed ?? condition('true');
  const statement = hits.prepare(`${hits.select([where])} ORDER BY 1 DESC LIMIT 1 OFFSET ?`);
  const row = statement.get(...hits.parameters, ...parameters, most);
  return row ? idOf(row) : 0;
}

interface Best {
  /** Numbers that are ranked are higher. */
  readonly above: number;
  readonly limit: number;
  readonly now: number;
}

/** The best by their words, and these by how recent they are, too. */
function bestHits(hits: Hits, allowed: Condition | undefined, { above, limit, now }: Best): Hit[] {
  const { where, parameters } = allowed ?? condition('true');
  const scored = hits
    .select([where, 'h.rowid > ?'])
    .replace('SELECT h.rowid AS id', `SELECT h.rowid AS id, bm25(h.event_text, ${WEIGHTS}) AS score`);
  const statement = hits.prepare(
    `SELECT i.id AS number, r.session_id AS sessionId FROM (${scored} ORDER BY score, ${SPREAD} LIMIT ?) i
     CROSS JOIN run r ON ${runOf('i.id')} CROSS JOIN event e ON e.id = i.id
     ORDER BY i.score * (${RECENCY}), i.id DESC`,
  );
  return statement.all(...hits.parameters, ...parameters, above, limit, now).map(readHit);
}

/** One more session than is shown, to know that there is one. */
function group(best: readonly Hit[], limits: Limits): FoundSession[] {
  const found = new Map<number, number[]>();
  for (const { sessionId, number } of best) {
    const numbers = found.get(sessionId);
    if (numbers) {
      if (numbers.length < limits.hits) numbers.push(number);
    } else if (found.size <= limits.sessions) found.set(sessionId, [number]);
  }
  return [...found].map(([sessionId, numbers]) => ({ sessionId, numbers }));
}

/** Whether ranked hits are in other sessions too: one session may have all the best. */
function hasOthers(hits: Hits, above: number, found: readonly FoundSession[]): boolean {
  const known = new Set(found.map(({ sessionId }) => sessionId));
  let below = Number.MAX_SAFE_INTEGER;
  for (let step = 0; step < STEPS; step++) {
    const hit = hits.below(below);
    if (!hit || hit.number <= above) return false;
    if (!known.has(hit.sessionId)) return true;
    below = hits.runStart(hit.number);
  }
  return true;
}
