import { expect, it } from 'vitest';
import { fit, fitEnd, table, widthOf } from './table.ts';
import { bytesInWords, count, tilde } from './words.ts';
import { wrap } from './wrap.ts';

it('aligns columns by what they take on the screen', () => {
  expect(
    table(
      [
        ['漢字', '1', 'x'],
        ['ab', '10', 'y'],
      ],
      ['left', 'right'],
    ),
  ).toBe('漢字   1  x\nab    10  y');
  expect([widthOf('é'), widthOf('e\u0301'), widthOf('👤')]).toEqual([1, 1, 2]);
});

it('cuts what does not fit', () => {
  expect([fit('abcdef', 4), fit('abc', 4), fit('漢字漢字', 5)]).toEqual(['abc…', 'abc', '漢字…']);
  expect([fitEnd('abcdef', 4), fitEnd('abc', 4), fitEnd('漢字漢字', 5)]).toEqual(['…def', 'abc', '…漢字']);
});

it('wraps at 80 columns with hanging lines', () => {
  const lines = wrap(`label  ${'word '.repeat(30).trim()}`, 2, 9).split('\n');
  expect(lines.every((line) => line.length <= 80)).toBe(true);
  expect([lines[0]?.slice(0, 11), lines[1]?.slice(0, 11)]).toEqual(['  label  wo', '         wo']);
});

it('has words for numbers and paths', () => {
  expect([bytesInWords(999), bytesInWords(1234), bytesInWords(12_345_678)]).toEqual(['999 B', '1.2 KB', '12 MB']);
  expect([count(1, 'session'), count(1200, 'session')]).toEqual(['1 session', '1,200 sessions']);
  expect([tilde('/home/dev/x', '/home/dev'), tilde('/home/developer', '/home/dev')]).toEqual([
    '~/x',
    '/home/developer',
  ]);
});
