/**
 * Days, weeks and months of a time zone. The zone's offsets are looked up once for the span of the data; in between,
 * a day is a matter of arithmetic, here as well as in a database.
 */

const DAY = 86_400_000;
const WEEK = 7 * DAY;
const QUARTER = 900_000;
/** Offsets are looked up between these; times before and after have those of the ends. */
const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);

/** From `from` on, until the next begins, clocks are `offset` milliseconds before UTC. */
export interface Offset {
  readonly from: number;
  readonly offset: number;
}

export class ZoneDays {
  /** In order; the first holds for all times before it, too. */
  readonly offsets: readonly Offset[];

  /** For times between `first` and `last`, in milliseconds since 1970. `local` is the machine's own zone. */
  constructor(timezone: string, first: number, last: number) {
    this.offsets = offsetsOf(timezone, clamp(first), clamp(last));
  }

  /** Number of the local day, counted from 1970; undefined for the time 0, which is none. */
  dayOf(time: number): number | undefined {
    if (time === 0) return undefined;
    const { offset } = this.offsets.findLast(({ from }) => from <= time) ?? (this.offsets[0] as Offset);
    return Math.floor((time + offset) / DAY);
  }
}

/** `2026-08-01` */
export const dayText = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);

/** `2026-08` */
export const monthText = (day: number): string => dayText(day).slice(0, 7);

/** `2026-W31`: weeks begin on Monday and belong to the year of their Thursday. */
export function weekText(day: number): string {
  const thursday = day - ((day + 3) % 7) + 3;
  const year = new Date(thursday * DAY).getUTCFullYear();
  const first = Math.floor(Date.UTC(year, 0, 1) / DAY);
  return `${year}-W${String(Math.floor((thursday - first) / 7) + 1).padStart(2, '0')}`;
}

const clamp = (time: number): number => Math.min(Math.max(time, EARLIEST), LATEST);

/** No zone changes its clocks twice in a week. */
function offsetsOf(timezone: string, first: number, last: number): Offset[] {
  const offsetAt = offsetReader(timezone);
  const start = Math.floor(first / QUARTER) * QUARTER;
  const offsets: Offset[] = [{ from: start, offset: offsetAt(start) }];
  for (let at = start; at < last; at += WEEK) {
    const { offset } = offsets.at(-1) as Offset;
    const next = offsetAt(at + WEEK);
    if (next !== offset) offsets.push({ from: changeBetween(offsetAt, at, at + WEEK), offset: next });
  }
  return offsets;
}

function changeBetween(offsetAt: (time: number) => number, before: number, after: number): number {
  const offset = offsetAt(before);
  let [low, high] = [before / QUARTER, after / QUARTER];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle * QUARTER) === offset) low = middle;
    else high = middle;
  }
  return high * QUARTER;
}

function offsetReader(timezone: string): (time: number) => number {
  if (timezone === 'UTC') return () => 0;
  // What `Intl` needs for its first answer takes longer than a whole report.
  if (timezone === 'local') return (time) => 0 - new Date(time).getTimezoneOffset() * 60_000;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (time) => {
    const shown = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes) => shown.get(type) ?? 0;
    const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
    return local - Math.floor(time / 1000) * 1000;
  };
}
