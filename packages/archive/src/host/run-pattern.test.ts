/** Expressions of users over texts: what takes too long is stopped, by event and not by list. */
import { parseQuery } from '@hansard/core/query/parse-query.ts';
import { expect, it } from 'vitest';
import { PatternRunner } from './run-pattern.ts';

const runner = (source: string) => new PatternRunner(parseQuery(source, { now: 0, timezone: 'UTC' }).patterns);
const SLOW = `${'a'.repeat(40)}!`;

it('finds where events match', () => {
  const found = runner('/b+/').matches([['abba'], ['c'], ['x', 'ab']], 1000);
  expect(found).toEqual([[{ text: 0, start: 1, end: 3 }], undefined, [{ text: 1, start: 1, end: 2 }]]);
});

it('stops at an event that takes too long, long before all of the time is over', () => {
  const patterns = runner('/^(a+)+$/');
  expect(patterns.matches([['b'], [SLOW], ['aaa']], 60_000)).toBe('late');
  expect(patterns.spent).toBeLessThan(30_000);
});

it('goes on where several events were slow together', () => {
  // Each takes a part of what one may take; all of them take more.
  const texts = Array.from({ length: 200 }, () => [`${'a'.repeat(18)}!`]);
  expect(runner('/^(a+)+$/').matches(texts, 60_000)).toEqual(texts.map(() => undefined));
});
