import { expect, it } from 'vitest';
import { endOf, startOf, withoutGaps } from './range.ts';

it('ends a day, a week and a month where the next begins', () => {
  expect(endOf('2026-02-28', 'day')).toBe('2026-03-01');
  expect(endOf('2026-12-28', 'week')).toBe('2027-01-04');
  expect(endOf('2026-12', 'month')).toBe('2027-01-01');
});

it('knows the first day of a week by its number', () => {
  expect(startOf('2026-W46')).toBe('2026-11-09');
  expect(startOf('2026-W01')).toBe('2025-12-29');
  expect(startOf('2020-W53')).toBe('2020-12-28');
  expect([startOf('2026-11-16'), startOf('2026-11')]).toEqual(['2026-11-16', '2026-11']);
});

it('fills in days without work', () => {
  expect(withoutGaps(['2026-02-27', '2026-03-02'], 'day')).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ]);
  expect(withoutGaps(['2026-11', '2027-01'], 'month')).toEqual(['2026-11', '2026-12', '2027-01']);
  expect(withoutGaps([], 'day')).toEqual([]);
});
