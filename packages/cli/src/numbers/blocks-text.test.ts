import type { SpentBlock } from '@hansard/core/numbers/read-blocks.ts';
import { Spent } from '@hansard/core/numbers/spent.ts';
import { expect, it } from 'vitest';
import { widthOf } from '../terminal/table.ts';
import { blocksText } from './blocks-text.ts';

const HOUR = 3_600_000;
const block = (start: number, active: boolean): SpentBlock => ({
  start,
  end: start + 5 * HOUR,
  first: start,
  last: start + HOUR,
  active,
  spent: new Spent(),
  models: ['claude-sonnet-4-5', 'claude-opus-4-5', 'gpt-6-sol'],
});

const linesAt = (columns: number) =>
  blocksText([block(0, false), block(10 * HOUR, true)], {
    now: 11 * HOUR,
    minute: (time) => time.slice(0, 16).replace('T', ' '),
    bold: (text) => text,
    hidden: 0,
    columns,
  }).split('\n');

it('fits the terminal, and says which window is open', () => {
  const narrow = linesAt(80);
  expect(Math.max(...narrow.map(widthOf))).toBeLessThanOrEqual(80);
  expect(narrow[1]).toContain('claude-sonnet-4-5, ');
  expect(narrow[2]).toMatch(/… \(open\)$/);
  expect(linesAt(Number.POSITIVE_INFINITY)[1]).toContain('claude-sonnet-4-5, claude-opus-4-5, gpt');
});
