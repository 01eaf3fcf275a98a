/** What is drawn below the lanes. */
import { expect, it } from 'vitest';
import { stripsOf } from './strips.ts';

const cost = (at: number, source: string, costMicroUsd: number | null, totalMicroUsd: number, input: number) => ({
  logSeq: at,
  at,
  source,
  costMicroUsd,
  totalMicroUsd,
  input,
});
const timeline = { from: 0, to: 9, lanes: [], slowest: [], concurrency: [{ at: 0, n: 1 }], costs: [] };

it('tells what each response cost and all so far, and the context of the session’s own agent', () => {
  const costs = [
    cost(1, 'primary', 20_000, 20_000, 1000),
    cost(2, 'subagent:a', 60_000, 80_000, 9000),
    cost(3, 'primary', null, 80_000, 4000),
  ];
  const [spent, context, ...more] = stripsOf({ ...timeline, costs });
  expect(more).toEqual([]);
  expect(spent?.steps.map(({ height, words }) => [height, words])).toEqual([
    [0.25, 'Response · $0.02 · $0.02 so far'],
    [1, 'Response · $0.06 · $0.08 so far'],
    [1, 'Response · no price · $0.08 so far'],
  ]);
  expect(context?.steps.map(({ height, words, logSeq }) => [height, words, logSeq])).toEqual([
    [0.25, 'Context · 1.0k tokens', 1],
    [1, 'Context · 4.0k tokens', 3],
  ]);
});

it('tells how many agents there were only where there were several', () => {
  expect(stripsOf(timeline)).toEqual([]);
  const [atOnce] = stripsOf({
    ...timeline,
    concurrency: [
      { at: 0, n: 1 },
      { at: 1, n: 4 },
    ],
  });
  expect(atOnce?.steps.map(({ height, words }) => [height, words])).toEqual([
    [0.25, '1 agent at work'],
    [1, '4 agents at work'],
  ]);
});
