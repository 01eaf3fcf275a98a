import { describe, expect, it } from 'vitest';
import { momentsOf, rowsUntil } from './moments.ts';

const rows = (...list: [row: number, depth: number][]) => ({
  ids: Int32Array.from(list, ([row]) => row),
  depths: Uint8Array.from(list, ([, depth]) => depth),
});
const shown = (all: ReturnType<typeof rows>, times: Record<number, number>) => {
  const moments = momentsOf(all, (seq) => times[seq] ?? 0);
  return Array.from({ length: moments.count }, (_, n) => [...rowsUntil(all, moments, n + 1).ids]);
};

describe('rows appear as they were written', () => {
  it('one after the other, where there is one agent', () => {
    expect(shown(rows([1, 0], [2, 0], [3, 0]), { 1: 10, 2: 20, 3: 30 })).toEqual([[1], [1, 2], [1, 2, 3]]);
  });

  it('side by side, where a subagent works below its call', () => {
    // -2 is the heading of an agent whose events, 10 and 11, came while the main agent wrote 3.
    const all = rows([2, 0], [-2, 1], [10, 1], [11, 1], [3, 0]);
    expect(shown(all, { 2: 100, 10: 110, 11: 130, 3: 120 })).toEqual([
      [2],
      [2, -2],
      [2, -2, 10],
      [2, -2, 10, 3],
      [2, -2, 10, 11, 3],
    ]);
  });

  it('behind the heading of their agent, whatever their clocks say', () => {
    expect(shown(rows([2, 0], [-2, 1], [10, 1]), { 2: 100, 10: 5 })).toEqual([[2], [2, -2], [2, -2, 10]]);
  });

  it('with the row before, where no time is known', () => {
    expect(shown(rows([1, 0], [2, 0], [3, 0]), { 1: 10, 3: 5 })).toEqual([[3], [1, 3], [1, 2, 3]]);
  });
});
