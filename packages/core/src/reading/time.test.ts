/** Times as agents write them come out as RFC 3339 in UTC. */
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../testing/damage.ts';
import { readTime } from './time.ts';

describe('readTime', () => {
  it('writes numbers as Date does', () => {
    const random = randomFrom(1);
    for (let round = 0; round < 2000; round++) {
      const time = 100_000_000_000 + random(2 ** 32) * 900 + random(1000);
      expect(readTime(time)).toBe(new Date(time).toISOString());
    }
    expect(readTime(1e300)).toBeUndefined();
    expect(readTime(-1)).toBeUndefined();
  });

  it('tells seconds, milliseconds and microseconds apart', () => {
    for (const time of [1748772000, 1748772000_000, 1748772000_000_000, '1748772000']) {
      expect(readTime(time)).toBe('2025-06-01T10:00:00.000Z');
    }
  });

  it('reads text with and without a zone, and the invalid +00:00Z', () => {
    expect(readTime('2026-01-05T09:00:00+00:00Z')).toBe('2026-01-05T09:00:00Z');
    expect(readTime('2026-01-05 09:00:00')).toBe('2026-01-05T09:00:00Z');
    expect(readTime('2026-01-05T09:00:00.5+02:00')).toBe('2026-01-05T07:00:00.500Z');
    expect(readTime('2026-13-45T99:99:99Z')).toBeUndefined();
    expect(readTime('yesterday')).toBeUndefined();
  });
});
