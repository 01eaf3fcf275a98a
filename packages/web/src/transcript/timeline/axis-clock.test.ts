import { expect, it } from 'vitest';
import { axisClock } from './axis-clock.ts';

const START = new Date(2026, 10, 15, 23, 9, 34, 120).getTime();

it.each([
  [2000, '23:09:34.1'],
  [60_000, '23:09:34'],
  [7_200_000, '23:09'],
])('tells times within %i ms apart', (length, text) => {
  expect(axisClock(length)(START)).toBe(text);
});

it('has no two equal times beside one another in a session of two seconds', () => {
  const clock = axisClock(2000);
  const times = Array.from({ length: 10 }, (_, step) => clock(START + step * 200));
  expect(new Set(times).size).toBe(10);
});
