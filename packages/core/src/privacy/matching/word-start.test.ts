import { expect, it } from 'vitest';
import { randomFrom } from '../../testing/damage.ts';
import { isWordStart } from './word-start.ts';

/** Said by an expression, which is slower. */
const ESCAPE = /(?:\\[nrtbfvae0"'`]|\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|%[0-9a-fA-F]{2}|\[[0-9;]{0,12}m)$/;
const isStart = (text: string): boolean => text === '' || !/[A-Za-z0-9]$/.test(text) || ESCAPE.test(text);

it('knows the letters that belong to an escape', () => {
  const random = randomFrom(29);
  const pieces = [
    '\\',
    'n',
    'x',
    'u',
    '%',
    '[',
    'm',
    ';',
    '0',
    '9',
    'a',
    'F',
    'g',
    'Z',
    ' ',
    '"',
    '31',
    '1b',
    '\\u00',
    '\\x',
    '[0;31',
  ];
  let starts = 0;
  for (let i = 0; i < 10_000; i++) {
    const before = Array.from({ length: random(6) }, () => pieces[random(pieces.length)]).join('');
    expect(isWordStart(`${before}ghp`, before.length), before).toBe(isStart(before));
    if (/[A-Za-z0-9]$/.test(before) && isStart(before)) starts++;
  }
  expect(starts).toBeGreaterThan(100);
});
