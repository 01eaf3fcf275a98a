import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { activeMinutes, BLOCK_MS, blocksOf, growth } from './blocks.ts';

const at = (text: string) => Date.parse(`2026-11-18T${text}Z`);
const uses = (...times: string[]) => times.map((time) => ({ time: at(time) }));
const HOUR = 3_600_000;

describe('windows of use', () => {
  it('open at the full hour and last five', () => {
    const blocks = blocksOf(uses('09:20:00', '13:59:59', '14:00:00'), at('15:00:00'));
    expect(blocks.map(({ start, end }) => [start, end])).toEqual([
      [at('09:00:00'), at('14:00:00')],
      [at('14:00:00'), at('19:00:00')],
    ]);
    expect(blocks.map(({ active }) => active)).toEqual([false, true]);
    expect(blocks.map(({ uses: own }) => own.length)).toEqual([2, 1]);
  });

  it('is over when its time is, whatever happened', () => {
    const [block] = blocksOf(uses('09:20:00'), at('14:00:00'));
    expect(block?.active).toBe(false);
  });

  it('tells how much more is to be expected', () => {
    const [block] = blocksOf(uses('09:00:00', '10:00:00'), at('10:15:00'));
    expect(growth(block as never, at('10:15:00'))).toBeCloseTo(3.75 / 1.25);
    expect(activeMinutes(block as never, at('10:15:00'))).toBe(75);
  });

  it('holds every use once, in order, within its five hours', () => {
    const times = fc
      .array(fc.integer({ min: 0, max: 400 * HOUR }), { maxLength: 200 })
      .map((all) => all.sort((a, b) => a - b));
    fc.assert(
      fc.property(times, (all) => {
        const blocks = blocksOf(
          all.map((time) => ({ time })),
          401 * HOUR,
        );
        expect(blocks.flatMap(({ uses: own }) => own.map(({ time }) => time))).toEqual(all);
        for (const [n, { start, end, first, last }] of blocks.entries()) {
          expect(end - start).toBe(BLOCK_MS);
          expect(start <= first && last < end && start % HOUR === 0).toBe(true);
          const next = blocks[n + 1];
          if (next) expect(next.first >= end || next.first - last >= BLOCK_MS).toBe(true);
        }
      }),
    );
  });
});
