/** Whatever way hits are found, by grouping, by session or by heaps, the answer is what going through all gives. */
import type { EventDraft } from '@hansard/core';
import { parseQuery } from '@hansard/core/query/parse-query.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { at, EventArchive, type LoggedSession } from '../../testing/event-log.ts';
import { Hits } from './hits.ts';
import { newestSessions } from './newest.ts';
import { rankedSessions } from './ranked.ts';
import { SessionSet } from './session-set.ts';

const SESSIONS = 40;
let events: EventArchive;
let all: { number: number; sessionId: number; event: EventDraft }[];

/** Small sessions with a word in all events, one in some, one in few; one session is a heap of another word. */
function logged(session: number): LoggedSession {
  const count = session === 7 ? 5600 : 40;
  const words = (n: number) =>
    [
      'everywhere',
      n % 3 === session % 3 ? 'sometimes' : '',
      n === 5 && session % 4 === 0 ? 'seldomly' : '',
      session === 7 ? 'heaped' : '',
      `word${n % 11}`,
    ].join(' ');
  // Sessions end in another order than that in which they are kept.
  const day = 1 + ((session * 17) % 28);
  return {
    facts: { environment: { cwd: `/home/dev/project-${session % 5}` } },
    events: Array.from({ length: count }, (_, n) => ({
      id: `session-${session}-event-${n}`,
      text: words(n),
      timestamp: at(day, n),
      ...(n % 10 === 0 && { type: 'error', error: { message: 'failed' } }),
    })),
  };
}

beforeAll(async () => {
  events = await EventArchive.open();
  await events.add(Object.fromEntries(Array.from({ length: SESSIONS }, (_, n) => [`s${100 + n}`, logged(n)])));
  // Some go on later, among each other.
  for (const [step, n] of [3, 9, 7, 3].entries()) {
    const event = { id: `again-${n}-${step}`, text: 'everywhere sometimes again', timestamp: at(29, n) };
    await events.add({ [`s${100 + n}`]: { events: [event] } });
  }
  const ids = events.archive.sql.all('SELECT id FROM session').map(({ id }) => id as number);
  const pages = await Promise.all(ids.map((id) => events.archive.events.page(id, 0, 10_000)));
  all = pages.flat();
});
afterAll(() => events.remove());

const NOW = Date.parse(at(30));
const queryOf = (source: string) => parseQuery(source, { now: NOW, timezone: 'UTC' });

/** By going through everything. */
function expected(passes: (event: EventDraft, sessionId: number) => boolean, hits: number) {
  const bySession = new Map<number, number[]>();
  for (const { number, sessionId, event } of all) {
    if (passes(event, sessionId)) bySession.set(sessionId, [...(bySession.get(sessionId) ?? []), number]);
  }
  const ended = new Map(
    events.archive.sql.all('SELECT id, ended FROM session').map((row) => [row['id'] as number, row['ended'] as number]),
  );
  return [...bySession]
    .sort(([a], [b]) => (ended.get(b) as number) - (ended.get(a) as number) || b - a)
    .map(([sessionId, numbers]) => ({ sessionId, numbers: numbers.sort((a, b) => b - a).slice(0, hits) }));
}

const has =
  (...words: string[]) =>
  (event: EventDraft) =>
    words.every((word) => event.text?.split(' ').includes(word));
const projectOf = (sessionId: number) =>
  events.archive.sql.get('SELECT project FROM session WHERE id = ?', sessionId)?.['project'] as string;

const CASES: [string, (event: EventDraft, sessionId: number) => boolean][] = [
  ['everywhere', has('everywhere')],
  ['sometimes', has('sometimes')],
  ['seldomly', has('seldomly')],
  ['heaped', has('heaped')],
  ['nowhere', () => false],
  ['everywhere sometimes', has('everywhere', 'sometimes')],
  ['every*', has('everywhere')],
  ['word1*', (event) => /\bword1\b|\bword10\b/.test(event.text ?? '')],
  ['everywhere is:error', (event) => event.type === 'error'],
  ['is:error', (event) => event.type === 'error'],
  ['everywhere project:project-3', (_event, id) => projectOf(id).endsWith('-3')],
  ['everywhere -sometimes', (event) => !has('sometimes')(event)],
  ['everywhere after:2026-08-20', (event) => (event.timestamp as string) > '2026-08-20'],
  ['everywhere -is:error', (event) => event.type !== 'error'],
];

describe.each(CASES)('%s', (source, passes) => {
  it.each([
    [20, 3],
    [100, 10],
    [1, 1],
  ])('finds the latest %i sessions with their last %i hits', (sessions, hits) => {
    const query = queryOf(source);
    const { sql } = events.archive;
    const found = newestSessions(new Hits(sql, query), new SessionSet(sql, query), { sessions, hits });
    const wanted = expected(passes, hits);
    expect(found.sessions.map(({ sessionId, numbers }) => ({ sessionId, numbers }))).toEqual(wanted.slice(0, sessions));
    expect(found.more).toBe(wanted.length > sessions);
    for (const { sessionId, count } of found.sessions) {
      const number = all.filter((one) => one.sessionId === sessionId && passes(one.event, sessionId)).length;
      if (count) expect(count).toEqual(count.exact ? { number, exact: true } : { number: 100, exact: false });
    }
  });

  it('ranks the hits of all sessions, or the newest hits and says so', () => {
    const query = queryOf(source);
    const { sql } = events.archive;
    if (query.text.every(({ excluded }) => excluded)) return;
    const bySession = expected(passes, 10_000);
    const newest = bySession.flatMap(({ numbers }) => numbers).sort((a, b) => b - a);
    for (const most of [500, 50_000]) {
      const limits = { sessions: 100, hits: 5 };
      const ranked = rankedSessions(new Hits(sql, query), new SessionSet(sql, query), { ...limits, now: NOW, most });
      const covered = new Set(newest.slice(0, most));
      expect(ranked.partly).toBe(newest.length > most);
      expect(ranked.sessions.flatMap(({ numbers }) => numbers).filter((number) => !covered.has(number))).toEqual([]);
      expect(new Set(ranked.sessions.map(({ sessionId }) => sessionId))).toEqual(
        new Set(bySession.filter(({ numbers }) => numbers.some((one) => covered.has(one))).map((one) => one.sessionId)),
      );
    }
  });
});

it('reads as many events as it shows, of thousands that are found', async () => {
  const { search } = events.archive;
  const read = vi.spyOn(events.archive.events, 'events');
  const before = search.glimpses.blocks.unpacked;
  const { sessions } = await search.find(queryOf('everywhere'), { sessions: 5, hits: 2 });
  const shown = sessions.flatMap(({ hits }) => hits);
  expect(shown.length).toBe(10);
  expect(shown.every(({ snippet }) => snippet?.marks.length === 1)).toBe(true);
  expect(read.mock.calls.flatMap(([numbers]) => numbers).length).toBeLessThanOrEqual(10);
  expect(search.glimpses.blocks.unpacked - before).toBeLessThanOrEqual(20);
  read.mockRestore();
});
