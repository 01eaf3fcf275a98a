/** Subagents inside another agent's input, told apart by their rows; at once in a list, a timeline, and when erased. */
import { loadPriceBook } from '@hansard/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listSessions } from '../sessions/list-sessions.ts';
import { at, EventArchive } from '../testing/event-log.ts';
import { sessionDetail } from './session-detail.ts';
import { sessionMap } from './session-map.ts';
import { timelineOf } from './timeline.ts';

let events: EventArchive;
const prices = await loadPriceBook();
const said = (id: string, second: number, source?: string) => ({
  id,
  type: 'assistant_message',
  text: id,
  timestamp: at(1, second),
  ...(source && { source }),
});

beforeAll(async () => {
  events = await EventArchive.open();
  await events.add({
    main: {
      facts: { agents: { a: { title: 'Look around', type: 'Explore', callId: 'c1' } } },
      events: [
        { id: 'ask', text: 'Look with two', timestamp: at(1, 0) },
        said('a1', 1, 'subagent:a'),
        said('b1', 2, 'subagent:b'),
        said('n1', 3, 'subagent:a/n'),
        said('b2', 5, 'subagent:b'),
        said('a2', 6, 'subagent:a'),
        said('done', 7),
      ],
    },
  });
});
afterAll(() => events.remove());

const only = () => {
  const [session] = listSessions(events.archive);
  if (!session) throw new Error('there is a session');
  return session;
};

it('are counted in lists', () => {
  expect(only().subagents).toBe(3);
});

it('are sources of their own, with what was said of them', () => {
  const { sources } = sessionDetail(events.archive.sql, only(), { prices, now: 0 });
  expect(sources.map(({ source, parent, title, type, events: count }) => [source, parent, title, type, count])).toEqual(
    [
      ['primary', null, null, null, 2],
      ['subagent:a', 'primary', 'Look around', 'Explore', 2],
      ['subagent:b', 'primary', null, null, 2],
      ['subagent:a/n', 'subagent:a', null, null, 1],
    ],
  );
});

it('have lanes beside each other, and rows of the map', () => {
  const { lanes, concurrency } = timelineOf(events.archive.sql, only().id);
  expect(lanes.map(({ source, spans }) => [source, spans.map(({ from, to }) => to - from)])).toEqual([
    ['primary', [7000]],
    ['subagent:a', [5000]],
    ['subagent:b', [3000]],
    ['subagent:a/n', [0]],
  ]);
  expect(Math.max(...concurrency.map(({ n }) => n))).toBe(3);
  const { sources, columns } = sessionMap(events.archive.sql, only().id);
  expect(columns.source.map((number) => sources[number])).toEqual([
    'primary',
    'subagent:a',
    'subagent:b',
    'subagent:a/n',
    'subagent:b',
    'subagent:a',
    'primary',
  ]);
});

it('are told of as one where their rows were written before', () => {
  events.archive.sql.run('UPDATE event SET flags = flags % 256');
  const { sources } = sessionMap(events.archive.sql, only().id);
  expect(sources).toEqual(['primary', 'subagent']);
});
