/** Which tools are told to be slow. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { at, EventArchive } from '../../testing/event-log.ts';
import { timelineIn } from '../../testing/session-views.ts';

let events: EventArchive;
beforeAll(async () => {
  events = await EventArchive.open();
});
afterAll(() => events.remove());

it('does not call a tool slow that waits for the user', async () => {
  const call = (id: string, name: string, second: number, durationMs: number, status = 'ok') => ({
    id,
    type: 'tool_call',
    timestamp: at(1, second),
    tool: { name, kind: 'other', callId: id, durationMs, status },
  });
  await events.add({
    asks: {
      events: [
        { id: 'ask', text: 'Go on', timestamp: at(1) },
        call('c1', 'Ask', 1, 30_000),
        {
          id: 'question',
          type: 'question',
          timestamp: at(1, 1),
          question: { id: 'q', prompt: 'Which?', options: [], status: 'requested' },
        },
        call('c2', 'Build', 31, 9000),
        // It asks at its end, and has worked before.
        call('c3', 'Publish', 40, 12_000),
        {
          id: 'permission',
          type: 'permission',
          timestamp: at(1, 50),
          permission: { id: 'p', action: 'publish', status: 'requested' },
        },
        { id: 'done', type: 'assistant_message', text: 'Done', timestamp: at(1, 52) },
        call('c4', 'Delete', 53, 20_000, 'denied'),
      ],
    },
  });
  const { store } = events.archive;
  const [session] = (await store.sessions.page({ order: 'newest', limit: 1 })).sessions;
  const { lanes, slowest } = await timelineIn(store, session?.id ?? '');
  expect(slowest.map(({ name }) => name)).toEqual(['Publish', 'Build']);
  expect(lanes[0]?.spans.filter(({ kind }) => kind === 'wait').map(({ name }) => name)).toEqual([
    'question',
    'permission',
  ]);
});
