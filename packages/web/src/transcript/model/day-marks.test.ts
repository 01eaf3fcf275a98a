import { describe, expect, it } from 'vitest';
import { daysOf } from './day-marks.ts';

const rows = (...depths: number[]) => ({
  ids: Int32Array.from(depths, (_, at) => at + 1),
  depths: Uint8Array.from(depths),
});
const at = (...times: [day: number, hour: number][]) => {
  const list = times.map(([day, hour]) => (day === 0 ? 0 : new Date(2026, 10, day, hour).getTime()));
  return (row: number) => list[row - 1] ?? 0;
};

describe('days of a session', () => {
  it('head the first row of each', () => {
    const days = daysOf(rows(0, 0, 0, 0), at([2, 9], [2, 23], [3, 0], [6, 12]));
    expect([...days]).toEqual([
      [1, 'Monday 2 November 2026'],
      [3, 'Tuesday 3 November 2026'],
      [4, 'Friday 6 November 2026'],
    ]);
  });

  it('are not told of one day', () => {
    expect(daysOf(rows(0, 0), at([2, 9], [2, 23])).size).toBe(0);
    expect(daysOf(rows(), at()).size).toBe(0);
  });

  it('do not follow subagents, times that are not known, or clocks that go back', () => {
    const days = daysOf(rows(0, 1, 0, 0, 0), at([2, 9], [5, 1], [0, 0], [4, 1], [3, 1]));
    expect([...days.keys()]).toEqual([1, 4]);
  });
});
