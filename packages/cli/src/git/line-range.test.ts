/** Ranges of lines as people give them with -L. */
import { expect, it } from 'vitest';
import { lineRange } from './line-range.ts';

it.each([
  [undefined, 1, 9],
  ['2', 2, 2],
  ['9', 9, 9],
  ['2,', 2, 9],
  [',3', 1, 3],
  ['2,4', 2, 4],
  ['2,+4', 2, 5],
  ['2,+99', 2, 9],
])('reads %s', (text, first, last) => {
  expect(lineRange(text, 9)).toEqual({ first, last });
});

it.each(['', ',', '0', '0,', '4,2', '2,+0', '10', '10,', 'x', '-1'])('refuses "%s"', (text) => {
  expect(() => lineRange(text, 9)).toThrow(/is no range of lines|there is no line 10/);
});
