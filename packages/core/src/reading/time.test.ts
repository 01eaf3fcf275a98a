/** Times as agents write them come out as RFC 3339 in UTC. */
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../testing/damage.ts';
import { isPlainTime, readTime } from './time.ts';

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

describe('isPlainTime', () => {
  it('knows every day of the calendar, and no other', () => {
    for (const year of [1996, 1900, 2000, 2023, 2024]) {
      for (let month = 1; month <= 12; month++) {
        const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
        for (let day = 0; day <= 32; day++) {
          const date = [year, month, day].map((part) => String(part).padStart(2, '0')).join('-');
          expect([date, isPlainTime(`${date}T10:00:00.000Z`)]).toEqual([date, day >= 1 && day <= days]);
        }
      }
    }
  });

  it('takes UTC with milliseconds or without a fraction, and nothing else', () => {
    const plain = ['2026-01-05T00:00:00Z', '2026-12-31T23:59:59.999Z', '2024-02-29T09:00:00Z'];
    const other = ['2026-01-05T24:00:00Z', '2026-01-05T10:60:00Z', '2026-01-05T10:00:60Z', '2026-13-05T10:00:00Z'];
    const written = ['2026-01-05T10:00:00.5Z', '2026-01-05T10:00:00.000Z\n', '2026-01-05 10:00:00Z', '2024-02-29', 5];
    expect(plain.filter(isPlainTime)).toEqual(plain);
    expect([...other, ...written].filter(isPlainTime)).toEqual([]);
  });
});
