/** Subagents inside another agent's input, told apart by their rows; at once in a list, a timeline, and when erased. */
import { loadPriceBook } from '@hansard/core';
import { sessionDetail } from '@hansard/core/views/session-detail.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { at, EventArchive } from '../../testing/event-log.ts';
import { mapIn, timelineIn } from '../../testing/session-views.ts';

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

const store = () => events.archive.store;
const only = async () => {
  const [session] = (await store().sessions.page({ order: 'newest', limit: 1 })).sessions;
  if (!session) throw new Error('there is a session');
  return session;
};

it('are counted in lists', async () => {
  expect((await only()).subagents).toBe(3);
});

it('are sources of their own, with what was said of them', async () => {
  const { sources = [] } = (await sessionDetail(store(), (await only()).id, { prices, now: 0 })) ?? {};
  expect(sources.map(({ source, parent, title, type, events: count }) => [source, parent, title, type, count])).toEqual(
    [
      ['primary', null, null, null, 2],
      ['subagent:a', 'primary', 'Look around', 'Explore', 2],
      ['subagent:b', 'primary', null, null, 2],
      ['subagent:a/n', 'subagent:a', null, null, 1],
    ],
  );
});

it('have lanes beside each other, and rows of the map', async () => {
  const { lanes, concurrency } = await timelineIn(store(), (await only()).id);
  expect(lanes.map(({ source, spans }) => [source, spans.map(({ from, to }) => to - from)])).toEqual([
    ['primary', [7000]],
    ['subagent:a', [5000]],
    ['subagent:b', [3000]],
    ['subagent:a/n', [0]],
  ]);
  expect(Math.max(...concurrency.map(({ n }) => n))).toBe(3);
  const { sources, columns } = await mapIn(store(), (await only()).id);
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

it('are told of as one where their rows were written before', async () => {
  events.archive.sql.run('UPDATE event SET flags = flags % 256');
  const { sources } = await mapIn(store(), (await only()).id);
  expect(sources).toEqual(['primary', 'subagent']);
});
