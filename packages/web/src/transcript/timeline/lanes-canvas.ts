/** Draws the lanes of a timeline, and says what is at a point of the drawing. */

import type { TimeLane, Timeline, TimeSpan } from '@hansard/client';
import { isFailed } from '@hansard/core/events/tool-outcome.ts';
import { axisClock } from './axis-clock.ts';
import { type Step, type Strip, stripsOf } from './strips.ts';
import { type TimeScale, timeScale } from './time-scale.ts';

export const LANE = 30;
export const AXIS = 22;
/** More lanes are not drawn. */
export const MOST_LANES = 400;
const LEAST_WIDTH = 2;

export interface Drawing {
  readonly timeline: Timeline;
  readonly scale: TimeScale;
  readonly lanes: readonly TimeLane[];
  /** Below the lanes. */
  readonly strips: readonly Strip[];
}

export const heightOf = ({ lanes, strips }: Drawing): number => AXIS + (lanes.length + strips.length) * LANE;

export function drawingOf(timeline: Timeline): Drawing {
  const busy = timeline.lanes.flatMap(({ spans }) => spans.filter(({ kind }) => kind !== 'wait'));
  return {
    timeline,
    scale: timeScale(timeline.from, timeline.to, busy),
    lanes: timeline.lanes.slice(0, MOST_LANES),
    strips: stripsOf(timeline),
  };
}

/** From back to front: a tool that asks the user shows that it waits. */
const ORDER = ['turn', 'subagent', 'tool', 'wait'] as const;
const INSET = { turn: 3, subagent: 3, wait: 8, tool: 8 } as const;

export function paintLanes(canvas: HTMLCanvasElement, drawing: Drawing, width: number): void {
  const { scale, lanes, timeline } = drawing;
  const height = heightOf(drawing);
  const ratio = Math.min(devicePixelRatio || 1, 16_000 / Math.max(width, height));
  [canvas.width, canvas.height] = [width * ratio, height * ratio];
  const context = canvas.getContext('2d');
  if (!context) return;
  context.scale(ratio, ratio);
  const style = getComputedStyle(canvas);
  const colour = (name: string) => style.getPropertyValue(`--timeline-${name}`);
  paintGaps(context, scale, width, height, colour('gap'));
  paintAxis(context, timeline, scale, width, { line: colour('line'), text: colour('text') });
  lanes.forEach((lane, number) => {
    const top = AXIS + number * LANE;
    for (const kind of ORDER) {
      for (const span of lane.spans) {
        if (span.kind !== kind) continue;
        const [left, right] = [scale.place(span.from) * width, scale.place(span.to) * width];
        context.fillStyle = colour(isBad(span) ? 'error' : kind);
        const inset = INSET[kind];
        context.fillRect(left, top + inset, Math.max(LEAST_WIDTH, right - left), LANE - 2 * inset);
      }
    }
    context.fillStyle = colour('line');
    context.fillRect(0, top + LANE - 1, width, 1);
  });
  context.fillStyle = colour('strip');
  drawing.strips.forEach(({ steps }, number) => {
    const bottom = AXIS + (lanes.length + number + 1) * LANE;
    steps.forEach(({ at, height: share }, index) => {
      const [left, right] = [scale.place(at) * width, scale.place(steps[index + 1]?.at ?? timeline.to) * width];
      const tall = share * (LANE - 6);
      context.fillRect(left, bottom - tall, Math.max(1, right - left), tall);
    });
  });
}

const isBad = ({ kind, status }: TimeSpan): boolean => kind === 'tool' && isFailed(status);

function paintGaps(context: CanvasRenderingContext2D, scale: TimeScale, width: number, height: number, fill: string) {
  context.fillStyle = fill;
  for (const { from, to } of scale.gaps) {
    const left = scale.place(from) * width;
    context.fillRect(left, 0, Math.max(1, scale.place(to) * width - left), height);
  }
}

/** Times at even distances, as far as they do not run into one another. */
function paintAxis(
  context: CanvasRenderingContext2D,
  { from, to }: Timeline,
  scale: TimeScale,
  width: number,
  { line, text }: { line: string; text: string },
): void {
  context.font = '11px system-ui, sans-serif';
  const format = axisClock(to - from);
  let last = Number.NEGATIVE_INFINITY;
  for (let step = 0; step <= 60; step++) {
    const time = from + ((to - from) * step) / 60;
    const left = scale.place(time) * width;
    if (left - last < 90 || left > width - 40) continue;
    last = left;
    context.fillStyle = line;
    context.fillRect(left, AXIS - 6, 1, 6);
    context.fillStyle = text;
    context.fillText(format(time), left + 3, 13);
  }
}

/** What is at a point; of several the one in front. */
export function spanAt({ scale, lanes }: Drawing, width: number, x: number, y: number): TimeSpan | undefined {
  const lane = lanes[Math.floor((y - AXIS) / LANE)];
  if (!lane || y < AXIS) return undefined;
  for (const kind of ORDER.toReversed()) {
    const found = lane.spans.findLast((span) => {
      const [left, right] = [scale.place(span.from) * width, scale.place(span.to) * width];
      return span.kind === kind && x >= left - 2 && x <= Math.max(right, left + LEAST_WIDTH) + 2;
    });
    if (found) return found;
  }
  return undefined;
}

/** The step at a point below the lanes. */
export function stepAt({ scale, lanes, strips }: Drawing, width: number, x: number, y: number): Step | undefined {
  const strip = strips[Math.floor((y - AXIS) / LANE) - lanes.length];
  return strip?.steps.findLast(({ at }) => scale.place(at) * width <= x + 2);
}
