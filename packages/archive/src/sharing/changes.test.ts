import type { Redaction } from '@hansard/core';
import { expect, it } from 'vitest';
import { spansBefore } from './changes.ts';

/** Places of `[X]` in a text. */
const placesIn = (now: string): Redaction[] =>
  [...now.matchAll(/\[X\]/g)].map(({ index }) => ({
    field: 'text',
    ruleId: 'r',
    type: 'secret',
    placeholder: '[X]',
    start: index,
    end: index + 3,
  }));
const taken = (old: string, now: string) =>
  spansBefore(old, now, placesIn(now)).map(({ start, end }) => old.slice(start, end));

it.each([
  ['a secret b', 'a [X] b', ['secret']],
  ['one and two', '[X] and [X]', ['one', 'two']],
  ['whole', '[X]', ['whole']],
  ['key=a; key=b; end', 'key=[X]; key=[X]; end', ['a', 'b']],
  ['the text was something else', 'before [X] after', []],
  ['abc', '[X][X]', []],
  ['ab', 'ab[X]b', []],
])('finds in %j what %j replaces', (old, now, parts) => {
  expect(taken(old, now)).toEqual(parts);
});
