import { expect, it } from 'vitest';
import { coveredParts, piecesByEvent } from './covered.ts';

const change = (event: string | null, before?: string) =>
  ({ event, before, seq: 1, eventType: 'x', field: 'text', ruleId: 'r', type: 'secret', placeholder: '[R]' }) as never;

it('looks for lines by themselves, and for nothing that is not in a row', () => {
  const pieces = piecesByEvent({
    changes: [
      change('a', 'key=1\n  two lines  \n}\n28'),
      change('a', 'a longer secret'),
      change('a', 'ab'),
      change(null, 'title'),
      change('b'),
    ],
  });
  expect([...pieces]).toEqual([['a', ['a longer secret', 'two lines', 'key=1', 'ab']]]);
});

it('covers every place once, and what runs into another with it', () => {
  const parts = coveredParts('dev said abc to dev, abcd', ['abcd', 'abc', 'bcd', 'dev']);
  expect(parts.map(({ start, end }) => 'dev said abc to dev, abcd'.slice(start, end))).toEqual([
    'dev',
    'abc',
    'dev',
    'abcd',
  ]);
});
