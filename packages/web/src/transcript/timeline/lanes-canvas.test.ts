/** What is under the pointer in a timeline, and how tall it is. */
import type { Timeline, TimeSpan } from '@hansard/client';
import { expect, it } from 'vitest';
import { AXIS, drawingOf, heightOf, LANE, spanAt } from './lanes-canvas.ts';

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
  return { from: 0, to: 1000, lanes: [{ source: 'primary', title: null, spans }], slowest: [], concurrency };
}

it('shows that a tool waits for the user in front of the tool', () => {
  const drawing = drawingOf(timeline(1));
  const at = (x: number) => spanAt(drawing, 1000, x, AXIS + 5)?.kind;
  expect([100, 300, 600].map(at)).toEqual(['turn', 'tool', 'wait']);
});

it('has room for the number of agents at once where there were several', () => {
  expect(heightOf(drawingOf(timeline(1)))).toBe(AXIS + LANE);
  expect(heightOf(drawingOf(timeline(3)))).toBe(AXIS + 2 * LANE);
});
