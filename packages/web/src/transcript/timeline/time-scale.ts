/**
 * Time to width. Nights and lunch breaks would leave no room for the work, so stretches in which no agent worked are
 * shortened; within the others, lengths can be compared.
 */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

export interface TimeScale {
  /** Place of a time, between 0 and 1. */
  place(time: number): number;
  /** Stretches that were shortened. */
  readonly gaps: readonly Stretch[];
}

const SHORTEST_GAP = 5000;
/** Of the time that was worked. */
const GAP_SHARE = 0.04;

export function timeScale(from: number, to: number, busy: readonly Stretch[]): TimeScale {
  const worked = joined(busy.filter((stretch) => stretch.to >= stretch.from));
  const total = worked.reduce((sum, stretch) => sum + stretch.to - stretch.from, 0);
  const limit = Math.max(SHORTEST_GAP, total * GAP_SHARE);
  const gaps = between(from, to, worked).filter((gap) => gap.to - gap.from > limit);
  const [times, places] = [[from], [0]];
  for (const gap of gaps) {
    const at = (places.at(-1) as number) + (gap.from - (times.at(-1) as number));
    times.push(gap.from, gap.to);
    places.push(at, at + limit);
  }
  const length = (places.at(-1) as number) + (to - (times.at(-1) as number));
  times.push(to);
  places.push(length);
  return { gaps, place: (time) => (length <= 0 ? 0 : interpolate(times, places, time) / length) };
}

function joined(stretches: readonly Stretch[]): Stretch[] {
  const result: { from: number; to: number }[] = [];
  for (const { from, to } of [...stretches].sort((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else result.push({ from, to });
  }
  return result;
}

function between(from: number, to: number, worked: readonly Stretch[]): Stretch[] {
  const gaps: Stretch[] = [];
  let at = from;
  for (const stretch of worked) {
    if (stretch.from > at) gaps.push({ from: at, to: Math.min(stretch.from, to) });
    at = Math.max(at, stretch.to);
  }
  if (at < to) gaps.push({ from: at, to });
  return gaps;
}

function interpolate(times: readonly number[], places: readonly number[], time: number): number {
  let at = 0;
  while (at < times.length - 2 && (times[at + 1] as number) <= time) at++;
  const [start, end] = [times[at] as number, times[at + 1] as number];
  const [low, high] = [places[at] as number, places[at + 1] as number];
  if (end <= start) return low;
  const share = (Math.min(end, Math.max(start, time)) - start) / (end - start);
  // Rounding must not lead past the next stretch.
  return Math.min(high, low + share * (high - low));
}
