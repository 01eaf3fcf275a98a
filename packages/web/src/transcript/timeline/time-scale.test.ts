import { fc } from '@hansard/core/testing/property.ts';
import { describe, expect, it } from 'vitest';
import { timeScale } from './time-scale.ts';

const HOUR = 3_600_000;

describe('timeScale', () => {
  it('is plain where work goes on all the time', () => {
    const { place, gaps } = timeScale(0, 1000, [{ from: 0, to: 1000 }]);
    expect([0, 250, 1000].map(place)).toEqual([0, 0.25, 1]);
    expect(gaps).toEqual([]);
  });

  it('shortens a night between two hours of work', () => {
    const { place, gaps } = timeScale(0, 14 * HOUR, [
      { from: 0, to: HOUR },
      { from: 13 * HOUR, to: 14 * HOUR },
    ]);
    expect(gaps).toEqual([{ from: HOUR, to: 13 * HOUR }]);
    expect(place(HOUR)).toBeGreaterThan(0.47);
    expect(place(13 * HOUR)).toBeLessThan(0.53);
    expect(place(14 * HOUR)).toBe(1);
  });

  it('never goes back in time', () => {
    const stretch = fc.tuple(fc.integer({ min: 0, max: 10 * HOUR }), fc.integer({ min: 0, max: HOUR }));
    const times = fc.array(fc.integer({ min: 0, max: 11 * HOUR }), { minLength: 2 });
    fc.assert(
      fc.property(fc.array(stretch), times, (stretches, asked) => {
        const busy = stretches.map(([from, length]) => ({ from, to: from + length }));
        const { place } = timeScale(0, 11 * HOUR, busy);
        const places = asked.toSorted((a, b) => a - b).map(place);
        for (const [index, value] of places.entries()) {
          expect(value >= (places[index - 1] ?? 0) && value <= 1).toBe(true);
        }
      }),
    );
  });

  it('survives a session without any length', () => {
    expect(timeScale(5, 5, []).place(5)).toBe(0);
  });
});
