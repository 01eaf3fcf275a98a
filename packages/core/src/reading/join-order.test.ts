import { expect, it } from 'vitest';
import { fc } from '../testing/property.ts';
import { joinOrder } from './join-order.ts';

/** `a3`: the id a, recorded at 3. */
const list = (text: string) =>
  text
    .split(' ')
    .filter(Boolean)
    .map((word) => ({ id: word[0] as string, time: word.length > 1 ? Number(word.slice(1)) : undefined }));
const join = (...texts: string[]) =>
  joinOrder(texts.map(list))
    .map(({ id }) => id)
    .join('');

it('puts what only the other has behind what both have before it', () => {
  expect(join('a b c', 'a x b y')).toBe('axbyc');
  expect(join('a b', 'x a b')).toBe('xab');
});

it('goes by time between two events that both have', () => {
  expect(join('a1 p2 q6 b9', 'a1 x5 y7 b9')).toBe('apxqyb');
  expect(join('a1 p2 b9', 'a1 x b9')).toBe('axpb');
});

it('keeps the order of each, however the other differs', () => {
  expect(join('a b c', 'c x a y')).toBe('aybcx');
});

it('goes by time alone where nothing is in common, and behind all without one', () => {
  expect(join('a1 b5', 'x3 y7')).toBe('axby');
  expect(join('a1 b5', 'x y')).toBe('abxy');
});

it('has every id once, and the best list in its own order', () => {
  const entry = fc.record({
    id: fc.integer({ min: 0, max: 30 }).map(String),
    time: fc.option(fc.nat(9), { nil: undefined }),
  });
  const lists = fc.array(fc.uniqueArray(entry, { selector: ({ id }) => id }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(lists, (all) => {
      const joined = joinOrder(all).map(({ id }) => id);
      expect(new Set(joined).size).toBe(joined.length);
      expect(new Set(joined)).toEqual(new Set(all.flat().map(({ id }) => id)));
      const best = (all.find(({ length }) => length > 0) ?? []).map(({ id }) => id);
      expect(joined.filter((id) => best.includes(id))).toEqual(best);
    }),
  );
});
