import { expect, it } from 'vitest';
import { bytesOf } from './settings.ts';

it.each([
  ['20 GB', 20e9],
  ['1.5mb', 1.5e6],
  ['500 KB', 5e5],
  ['7b', 7],
  ['', undefined],
  ['10', undefined],
  ['-1 GB', undefined],
  ['1 PB', undefined],
])('reads the size %j', (text, bytes) => expect(bytesOf(text)).toBe(bytes));
