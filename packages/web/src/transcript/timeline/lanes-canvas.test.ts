/** What is under the pointer in a timeline, and how tall it is. */
import type { Timeline, TimeSpan } from '@hansard/client';
import { expect, it } from 'vitest';
import { AXIS, drawingOf, heightOf, LANE, spanAt, stepAt } from './lanes-canvas.ts';

const span = (kind: TimeSpan['kind'], from: number, to: number): TimeSpan => ({
  logSeq: 1,
  kind,
  name: kind,
  from,
  to,
  status: null,
});

function timeline(most: number): Timeline {
  const spans = [span('turn', 0, 1000), span('tool', 200, 800), span('wait', 400, 800)];
  const concurrency = [
    { at: 0, n: most },
    { at: 1000, n: 0 },
  ];
  return { from: 0, to: 1000, lanes: [{ source: 'primary', title: null, spans }], slowest: [], concurrency, costs: [] };
}

it('shows that a tool waits for the user in front of the tool', () => {
  const drawing = drawingOf(timeline(1));
  const at = (x: number) => spanAt(drawing, 1000, x, AXIS + 5)?.kind;
  expect([100, 300, 600].map(at)).toEqual(['turn', 'tool', 'wait']);
});

it('tells what was spent so far at a point below the lanes', () => {
  const costs = [100, 500].map((at, index) => {
    const totalMicroUsd = (index + 1) * 10_000;
    return { logSeq: index + 7, at, source: 'primary', costMicroUsd: 10_000, totalMicroUsd, input: 0 };
  });
  const drawing = drawingOf({ ...timeline(1), costs });
  const at = (x: number) => stepAt(drawing, 1000, x, AXIS + LANE + 5);
  expect([50, 300, 900].map((x) => at(x)?.logSeq)).toEqual([undefined, 7, 8]);
  expect(at(900)?.words).toContain('$0.02 so far');
  expect(stepAt(drawing, 1000, 900, AXIS + 5)).toBeUndefined();
});

it('has room for the number of agents at once where there were several', () => {
  expect(heightOf(drawingOf(timeline(1)))).toBe(AXIS + LANE);
  expect(heightOf(drawingOf(timeline(3)))).toBe(AXIS + 2 * LANE);
});
