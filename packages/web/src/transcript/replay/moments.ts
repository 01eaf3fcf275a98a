/**
 * The order in which rows came into being. Rows stand in reading order, a subagent's below its call; in a replay they
 * appear as they were written, agents side by side.
 */
import { type Rows, sourceOfHeading } from '../model/row-order.ts';

export interface Moments {
  /** How many rows there are. */
  readonly count: number;
  /** Which row, by its place among the rows, is the nth to appear. */
  readonly order: Int32Array;
  /** When each of the rows appears, by its place. */
  readonly times: Float64Array;
  /** As how manieth each appears, by its place. */
  readonly ranks: Int32Array;
}

/** `timeOf` an event in milliseconds; 0 when that is not known. */
export function momentsOf({ ids, depths }: Rows, timeOf: (seq: number) => number): Moments {
  const times = new Float64Array(ids.length);
  /** Nothing of an agent appears before its heading. */
  const begins: number[] = [];
  let before = 0;
  for (let place = 0; place < ids.length; place++) {
    const [row, depth] = [ids[place] as number, depths[place] as number];
    const isHeading = sourceOfHeading(row) !== undefined;
    const time = isHeading ? before : timeOf(row) || before;
    if (isHeading) begins[depth] = time;
    times[place] = depth === 0 ? time : Math.max(time, begins[depth] ?? 0);
    before = times[place] as number;
  }
  const order = Int32Array.from(ids.keys()).sort((a, b) => (times[a] as number) - (times[b] as number) || a - b);
  const ranks = new Int32Array(ids.length);
  order.forEach((place, rank) => {
    ranks[place] = rank;
  });
  return { count: ids.length, order, times, ranks };
}

/** The rows of the first so many moments, in reading order. */
export function rowsUntil({ ids, depths }: Rows, { ranks }: Moments, count: number): Rows {
  const isThere = (_: number, place: number) => (ranks[place] as number) < count;
  return { ids: ids.filter(isThere), depths: depths.filter(isThere) };
}
