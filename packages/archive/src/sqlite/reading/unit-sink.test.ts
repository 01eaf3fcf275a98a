/** Events of one unit: what was streamed into an event of an earlier unit is left alone, at no cost for every piece. */
import { expect, it } from 'vitest';
import { UnitSink } from './unit-sink.ts';

function sinkOf(earlier: readonly string[]) {
  const asked: string[] = [];
  const sink = new UnitSink({
    digest: () => '',
    renamed: new Map(),
    isEarlier: (_part, key) => {
      asked.push(key);
      return earlier.includes(key);
    },
    parts: new Set(),
  });
  return { sink, asked };
}

it('asks the database once for a text that comes in many pieces', () => {
  const { sink, asked } = sinkOf(['long']);
  for (let i = 0; i < 1000; i++) expect(sink.root.append('long', 'x')).toBe(true);
  expect(asked).toEqual(['long']);
  expect(sink.event('', 'long')).toBeUndefined();
});

it('asks again for what it does not know, which may come yet', () => {
  const { sink, asked } = sinkOf([]);
  expect([sink.root.append('new', 'x'), sink.root.append('new', 'x')]).toEqual([false, false]);
  sink.root.add({ id: 'new', type: 'assistant_message', timestamp: '2026-01-01T00:00:00.000Z', text: '' });
  expect(sink.root.append('new', 'x')).toBe(true);
  expect(asked).toEqual(['new', 'new']);
  expect(sink.event('', 'new')?.text).toBe('x');
});
