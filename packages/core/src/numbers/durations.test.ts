import { expect, it } from 'vitest';
import { fc } from '../testing/property.ts';
import { Durations } from './durations.ts';

it('tells what a share of them does not exceed', () => {
  const durations = new Durations();
  expect([durations.count, durations.within(0.5), durations.longest]).toEqual([0, undefined, undefined]);
  durations.add([50, 10, 40]);
  expect([durations.within(0.5), durations.within(0.9), durations.longest]).toEqual([40, 50, 50]);
  durations.add([5, 20, 30, 35, 15, 25, 45]);
  expect([durations.count, durations.within(0.5), durations.within(0.9)]).toEqual([10, 25, 45]);
});

it('does so however they come', () => {
  const share = fc.constantFrom(0.5, 0.9, 0.99, 1);
  fc.assert(
    fc.property(fc.array(fc.array(fc.nat(1000))), share, (pieces, wanted) => {
      const durations = new Durations();
      for (const piece of pieces) durations.add(piece);
      const all = pieces.flat();
      expect(durations.count).toBe(all.length);
      if (all.length === 0) return;
      const found = durations.within(wanted) as number;
      expect(all.filter((ms) => ms <= found).length).toBeGreaterThanOrEqual(wanted * all.length);
      expect(all.filter((ms) => ms < found).length).toBeLessThan(wanted * all.length);
    }),
  );
});
