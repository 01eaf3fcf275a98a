import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPlainTime, readTime } from './time.ts';

describe('a time', () => {
  it.each([
    ['2026-06-22T10:00:00Z', '2026-06-22T10:00:00Z'],
    ['2026-06-22T10:00:00.123456Z', '2026-06-22T10:00:00.123456Z'],
    ['2026-06-22T10:00:00+00:00Z', '2026-06-22T10:00:00Z'],
    ['2026-06-22T10:00:00.5+00:00', '2026-06-22T10:00:00.5Z'],
    ['2026-06-22T10:00:00+02:00', '2026-06-22T08:00:00.000Z'],
    ['2026-06-22T10:00:00-0730', '2026-06-22T17:30:00.000Z'],
    ['2026-06-22 10:00:00', '2026-06-22T10:00:00Z'],
    [1782122400, '2026-06-22T10:00:00.000Z'],
    [1782122400123, '2026-06-22T10:00:00.123Z'],
    [1782122400123456, '2026-06-22T10:00:00.123Z'],
    [1782122400.25, '2026-06-22T10:00:00.250Z'],
    ['1782122400', '2026-06-22T10:00:00.000Z'],
  ])('%s is %s', (native, expected) => {
    expect(readTime(native)).toBe(expected);
  });

  it.each([
    '',
    'yesterday',
    '2026-13-45T99:99:99Z',
    null,
    undefined,
    -1,
    0,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    {},
    [],
    true,
  ])('%s is none', (native) => {
    expect(readTime(native)).toBeUndefined();
  });

  it.each([
    '2026-02-29T10:00:00Z',
    '2026-04-31T10:00:00.000Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T10:60:00Z',
    '2026-01-01T10:00:00.0x0Z',
    '20a6-01-01T10:00:00Z',
  ])('%s is not plain', (text) => {
    expect(isPlainTime(text)).toBe(false);
  });

  it('calls plain what Date writes', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (date) => {
          expect(isPlainTime(date.toISOString())).toBe(true);
        },
      ),
    );
  });

  it('reads whatever it calls plain, and what it gives is a time', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double(), fc.date({ noInvalidDate: true }).map(String)), (native) => {
        const time = readTime(native);
        if (time !== undefined) expect(Number.isNaN(Date.parse(time))).toBe(false);
        if (isPlainTime(native)) expect(time).toBe(native);
      }),
    );
  });
});
