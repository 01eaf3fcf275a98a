import { describe, expect, it } from 'vitest';
import { parseTime } from './date-value.ts';

const at = (text: string, timezone = 'UTC', now = '2026-08-10T12:34:56.789Z') => {
  const time = parseTime(text, { now: Date.parse(now), timezone });
  return time === undefined ? undefined : new Date(time).toISOString().replace('.000Z', 'Z');
};

describe('times', () => {
  it.each([
    ['2026', '2026-01-01T00:00:00Z'],
    ['2026-08', '2026-08-01T00:00:00Z'],
    ['2026-8-1', '2026-08-01T00:00:00Z'],
    ['2026-08-01T14:30', '2026-08-01T14:30:00Z'],
    ['2026-08-01 14:30:15', '2026-08-01T14:30:15Z'],
    ['2026-08-01T14:30:00+02:00', '2026-08-01T12:30:00Z'],
    ['7d', '2026-08-03T12:34:56.789Z'],
    ['90min', '2026-08-10T11:04:56.789Z'],
    ['2w', '2026-07-27T12:34:56.789Z'],
    ['3mo', '2026-05-10T12:34:56.789Z'],
    ['1y', '2025-08-10T12:34:56.789Z'],
    ['today', '2026-08-10T00:00:00Z'],
    ['Yesterday', '2026-08-09T00:00:00Z'],
    ['now', '2026-08-10T12:34:56.789Z'],
  ])('%s', (text, expected) => {
    expect(at(text)).toBe(expected);
  });

  it.each(['', 'soon', '2026-13', '2026-02-30', '2026-08-01T25:00', '2026-08-01T10:99', '12', '999999y', '7 d', '-7d'])(
    '%j is none',
    (text) => {
      expect(at(text)).toBeUndefined();
    },
  );

  it('are those of the zone, also where its clocks change', () => {
    expect(at('2026-08-01', 'Europe/Vienna')).toBe('2026-07-31T22:00:00Z');
    expect(at('2026-03-29', 'Europe/Vienna')).toBe('2026-03-28T23:00:00Z');
    expect(at('2026-03-29T12:00', 'Europe/Vienna')).toBe('2026-03-29T10:00:00Z');
    expect(at('2026-10-25T12:00', 'Europe/Vienna')).toBe('2026-10-25T11:00:00Z');
    expect(at('2026-08-01', 'Pacific/Auckland')).toBe('2026-07-31T12:00:00Z');
    expect(at('today', 'Pacific/Kiritimati', '2026-08-10T12:00:00Z')).toBe('2026-08-10T10:00:00Z');
    expect(at('yesterday', 'America/Los_Angeles', '2026-08-01T03:00:00Z')).toBe('2026-07-30T07:00:00Z');
  });
});
