/**
 * Sessions with hits, those first in which something happened last. Few hits are simply grouped. Of many hits only the
 * sessions that will be shown are looked at: either the latest ones in turn, when most have hits, or, when hits are
 * heaped in a few, from heap to heap.
 */
import type { Count } from '@hansard/core/store/search.ts';
import type { Hit, Hits } from './hits.ts';
import type { SessionSet } from './session-set.ts';

export interface FoundSession {
  readonly sessionId: number;
  /** The hits to show, in order. */
  readonly numbers: readonly number[];
  /** How many it has, where they were counted on the way. */
  readonly count?: Count;
}

export interface Found {
  readonly sessions: readonly FoundSession[];
  /** There are further sessions with hits. */
  readonly more: boolean;
  /** All hits, where they were counted. */
  readonly total?: number;
}

export interface Limits {
  readonly sessions: number;
  /** In each session. */
  readonly hits: number;
}

/** So many hits are grouped one by one: two or three milliseconds. */
export const FEW_HITS = 5000;
const FEW_SESSIONS = 200;
/** Hits that are had in one go. */
const AT_ONCE = 2500;
/** Steps from heap to heap, before it is clear that there are many. */
const HEAPS = 3;
/** Among so many of the newest hits sessions are looked for, where looking into each session is too slow. */
const NEWEST_HITS = 50_000;

export function newestSessions(hits: Hits, sessions: SessionSet, limits: Limits): Found {
  const { each, total, isPart } = eachSession(hits, sessions, limits.hits);
  const found = take(each, limits.sessions + 1);
  return {
    sessions: found.slice(0, limits.sessions),
    more: found.length > limits.sessions || isPart === true,
    ...(total === undefined ? {} : { total }),
  };
}

interface Each {
  /** In order, and found only as they are asked for. */
  readonly each: Iterable<FoundSession>;
  readonly total?: number;
  /** Some sessions were not looked for. */
  readonly isPart?: boolean;
}

export function eachSession(hits: Hits, sessions: SessionSet, perSession: number): Each {
  if (!hits.source) return { each: withoutHits(sessions) };
  if (hits.hasPrefix) return amongNewest(hits, sessions, perSession);
  const all = hits.few(FEW_HITS);
  return all ? grouped(all, sessions, perSession) : { each: latest(hits, sessions, perSession) };
}

function* withoutHits(sessions: SessionSet): Iterable<FoundSession> {
  for (const sessionId of sessions.latest()) yield { sessionId, numbers: [], count: exactly(0) };
}

function grouped(all: readonly Hit[], sessions: SessionSet, perSession: number): Each {
  const bySession = numbersBySession(all);
  const each = sessions.among([...bySession.keys()]).map((sessionId) => {
    const numbers = bySession.get(sessionId) as number[];
    return { sessionId, numbers: numbers.slice(0, perSession), count: exactly(numbers.length) };
  });
  return { each, total: each.reduce((sum, { count }) => sum + count.number, 0) };
}

function numbersBySession(hits: readonly Hit[]): Map<number, number[]> {
  const bySession = new Map<number, number[]>();
  for (const { sessionId, number } of hits) {
    const numbers = bySession.get(sessionId);
    if (numbers) numbers.push(number);
    else bySession.set(sessionId, [number]);
  }
  return bySession;
}

function amongNewest(hits: Hits, sessions: SessionSet, perSession: number): Each {
  const bySession = new Map<number, { numbers: number[]; count: number }>();
  for (const { sessionId, number, count } of hits.lastOfEach(NEWEST_HITS, perSession)) {
    const known = bySession.get(sessionId);
    if (known) known.numbers.push(number);
    else bySession.set(sessionId, { numbers: [number], count });
  }
  const isPart = [...bySession.values()].reduce((sum, { count }) => sum + count, 0) >= NEWEST_HITS;
  const found = sessions.among([...bySession.keys()]).map((sessionId) => {
    const { numbers, count } = bySession.get(sessionId) as { numbers: number[]; count: number };
    return { sessionId, numbers, count: exactly(count) };
  });
  if (isPart) return { each: found.map(({ sessionId, numbers }) => ({ sessionId, numbers })), isPart };
  return { each: found, total: found.reduce((sum, { count }) => sum + count.number, 0) };
}

/**
 * Session after session. What the newest hits tell of a session is all of it when none of its events is older than
 * they are, and so it mostly is for the latest sessions; into others it is looked one by one.
 */
function* latest(hits: Hits, sessions: SessionSet, perSession: number): Iterable<FoundSession> {
  const bySession = hits.isPlain ? hits.latest(AT_ONCE) : new Map<number, number[]>();
  const oldest = Math.min(...[...bySession.values()].map((numbers) => numbers.at(-1) as number));
  for (const sessionId of candidates(hits, sessions)) {
    const known = bySession.get(sessionId) ?? [];
    const found =
      hits.lowest(sessionId) >= oldest
        ? { numbers: known.slice(0, perSession), count: exactly(known.length) }
        : hits.ofSession(sessionId, perSession);
    if (found.numbers.length > 0) yield { sessionId, ...found };
  }
}

function candidates(hits: Hits, sessions: SessionSet): Iterable<number> {
  const few = sessions.isAll ? undefined : sessions.few(FEW_SESSIONS);
  if (few) return few;
  const heaped = hits.isPlain ? heaps(hits) : undefined;
  return heaped ? sessions.among(heaped) : sessions.latest();
}

/** Every session with hits, when these are few: each step goes to the next hit below the run of the last. */
function heaps(hits: Hits): number[] | undefined {
  const found = new Set<number>();
  let below = Number.MAX_SAFE_INTEGER;
  for (let step = 0; step < HEAPS; step++) {
    const hit = hits.below(below);
    if (!hit) return [...found];
    found.add(hit.sessionId);
    below = hits.runStart(hit.number);
  }
  return undefined;
}

const exactly = (number: number): Count => ({ number, exact: true });

function take<T>(items: Iterable<T>, most: number): T[] {
  const taken: T[] = [];
  if (most > 0) {
    for (const item of items) if (taken.push(item) >= most) break;
  }
  return taken;
}
