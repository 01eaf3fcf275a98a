import type { UniversalEventPage } from '@hansard/core/api/index.ts';
import { expect, it } from 'vitest';
import { eventPage } from './event-page.ts';

const answer = { events: [{ sequence: 1, raw: { type: 'user' } }, { sequence: 2 }], hasMore: true };
const page = eventPage(answer as unknown as UniversalEventPage);

it('is indexed, iterated and mapped like a list', () => {
  expect(page[0]?.raw).toEqual({ type: 'user' });
  expect(page.length).toBe(2);
  expect([...page]).toEqual(answer.events);
  expect(page.map(({ sequence }) => sequence)).toEqual([1, 2]);
  expect(page.at(-1)?.sequence).toBe(2);
});

it('is the server’s answer for whoever takes it apart', () => {
  expect(JSON.parse(JSON.stringify(page))).toEqual(answer);
  expect({ ...page }).toEqual(answer);
});
