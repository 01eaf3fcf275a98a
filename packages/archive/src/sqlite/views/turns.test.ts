/** Outline, timeline and statistics have the same turns: none takes the time until the next prompt for work. */
import { loadPriceBook } from '@hansard/core';
import { readNumbers } from '@hansard/core/numbers/report.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { at, EventArchive } from '../../testing/event-log.ts';
import { idOf, outlineIn, timelineIn } from '../../testing/session-views.ts';

let events: EventArchive;
const prices = await loadPriceBook();
const said = (second: number) => ({ type: 'assistant_message', text: 'Done', timestamp: at(1, second) });
const note = (second: number) => ({ type: 'meta', timestamp: at(1, second) });
const ended = (second: number) => ({ type: 'turn', phase: 'ended', timestamp: at(1, second) });

beforeAll(async () => {
  events = await EventArchive.open();
  await events.add({
    night: {
      events: [
        { text: 'Go on', timestamp: at(1) },
        said(10),
        // Written when the next prompt arrives, and dated even after it.
        note(40_000),
        { ...note(40_002) },
        { text: 'Good morning', timestamp: at(1, 40_001) },
        said(40_003),
        ended(40_005),
        note(40_100),
        // A background task wakes the agent.
        said(50_000),
        ended(50_001),
        { text: '/copy', timestamp: at(1, 60_000) },
        { type: 'system', text: 'Copied', timestamp: at(1, 60_000) },
        note(70_000),
        { text: 'Ask me', timestamp: at(1, 70_000) },
        {
          id: 'request',
          type: 'permission',
          timestamp: at(1, 70_010),
          permission: { id: 'p', action: 'rm', status: 'requested' },
        },
        { type: 'tool_call', timestamp: at(1, 70_010), tool: { name: 'Bash', callId: 'c' } },
      ],
    },
  });
});
afterAll(() => events.remove());

const store = () => events.archive.store;
const session = () => idOf(store(), 'night');

it('tells how long the agent worked on each prompt', async () => {
  const turns = await outlineIn(store(), await session(), prices);
  expect(turns.map(({ durationMs, waitedMs }) => [durationMs, waitedMs])).toEqual([
    [10_000, 0],
    [5000, 9_995_000],
    [null, 0],
    [10_000, 0],
  ]);
});

it('shows idle time as waiting, and no more agents at work than there are', async () => {
  const { lanes, concurrency } = await timelineIn(store(), await session());
  const second = (time: number) => (time - Date.parse(at(1))) / 1000;
  const spans = (kind: string) =>
    (lanes[0]?.spans ?? [])
      .filter((span) => span.kind === kind)
      .map(({ name, from, to }) => [name, second(from), second(to)]);
  expect(spans('turn')).toEqual([
    ['', 0, 10],
    ['', 40_001, 50_001],
    ['', 70_000, 70_010],
  ]);
  expect(spans('wait')).toEqual([
    ['prompt', 10, 40_001],
    ['idle', 40_005, 50_000],
    ['prompt', 50_001, 60_000],
  ]);
  expect(Math.max(...concurrency.map(({ n }) => n))).toBe(1);
  expect(Math.min(...concurrency.map(({ n }) => n))).toBe(0);
});

it('counts the same in statistics', async () => {
  const { total } = await readNumbers(store(), { by: ['agent'], timezone: 'UTC', prices, tools: true });
  expect([total.turns.count, total.turns.within(0.5), total.turns.longest]).toEqual([3, 10_000, 10_000]);
});

it('takes the time until an answer, when that is recorded, for waiting', async () => {
  const permission = { id: 'p', action: 'rm', status: 'accept' };
  await events.add({
    asked: {
      events: [
        { text: 'Build', timestamp: at(2) },
        { type: 'permission', timestamp: at(2, 1), completedAt: at(2, 61), permission },
        { type: 'tool_call', timestamp: at(2, 1), tool: { name: 'Bash', callId: 'c' } },
        { type: 'permission', timestamp: at(2, 65), permission: { ...permission, by: 'config' } },
        { type: 'tool_result', timestamp: at(2, 71), tool: { name: 'Bash', callId: 'c', output: 'ok', status: 'ok' } },
      ],
    },
  });
  const id = await idOf(store(), 'asked');
  expect(await outlineIn(store(), id, prices)).toMatchObject([{ durationMs: 11_000, waitedMs: 60_000 }]);
  expect((await timelineIn(store(), id)).concurrency).toMatchObject([{ n: 1 }, { n: 0 }, { n: 1 }, { n: 0 }]);
});
