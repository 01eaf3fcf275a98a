import { describe, expect, it } from 'vitest';
import { PrefixSums } from './prefix-sums.ts';
import { fc } from './testing/property.ts';

const heights = fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 60 });

describe('PrefixSums', () => {
  it('sums what comes before a row, after changes too', () => {
    fc.assert(
      fc.property(heights, fc.nat(), fc.integer({ min: 0, max: 900 }), (values, at, value) => {
        const sums = new PrefixSums(Float64Array.from(values));
        const row = at % values.length;
        sums.set(row, value);
        const expected = values.with(row, value);
        for (let end = 0; end <= expected.length; end++) {
          expect(sums.before(end)).toBe(expected.slice(0, end).reduce((sum, height) => sum + height, 0));
        }
      }),
    );
  });

  it('finds the row in which a sum lies', () => {
    fc.assert(
      fc.property(heights, fc.nat(), (values, sum) => {
        const sums = new PrefixSums(Float64Array.from(values));
        const within = sums.total === 0 ? 0 : sum % sums.total;
        const row = sums.rowAt(within);
        expect(sums.before(row)).toBeLessThanOrEqual(within);
        if (sums.total > 0) expect(sums.before(row + 1)).toBeGreaterThan(within);
      }),
    );
  });
});
