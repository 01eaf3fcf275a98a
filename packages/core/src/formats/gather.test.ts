import { expect, it } from 'vitest';
import { transcriptOf } from '../testing/events.ts';
import type { Event } from '../transcript.ts';
import { gather } from './gather.ts';

const { events } = transcriptOf(Array.from({ length: 300 }, () => ({ type: 'meta' })));
async function* later(): AsyncIterable<Event> {
  yield* events;
}

it.each([
  ['events that are there', () => events],
  ['events that come', later],
])('gathers the text of %s into few pieces, in order', async (_name, source) => {
  const pieces: string[] = [];
  for await (const piece of gather(source(), ({ id }) => `${id},`.padEnd(1_000))) pieces.push(piece);
  expect(pieces.join('')).toBe(events.map(({ id }) => `${id},`.padEnd(1_000)).join(''));
  expect(pieces.length).toBeLessThan(12);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(34_000);
});

it('gives nothing for nothing', async () => {
  const pieces: string[] = [];
  for await (const piece of gather([], () => 'x')) pieces.push(piece);
  expect(pieces).toEqual([]);
});
