/** Which days the statistics are about. */
export const RANGES = [
  ['7d', '7 days', 7],
  ['30d', '30 days', 30],
  ['90d', '90 days', 90],
  ['1y', '1 year', 365],
  ['all', 'All', undefined],
] as const;

export type RangeName = (typeof RANGES)[number][0];
export type TimeUnit = 'day' | 'week' | 'month';

export interface Range {
  readonly name: RangeName;
  /** As the API takes it; undefined for all. */
  readonly from: string | undefined;
  /** As wide as bars can be told apart. */
  readonly unit: TimeUnit;
}

/** The first day of a week that is named as ISO 8601 does it (`2026-W46`); days and months are as they are. */
export function startOf(key: string): string {
  const [, year, week] = /^(\d{4})-W(\d\d)$/.exec(key) ?? [];
  if (year === undefined) return key;
  // The fourth of January is always in the first week.
  const fourth = new Date(Date.UTC(Number(year), 0, 4));
  const monday = 4 - ((fourth.getUTCDay() + 6) % 7) + (Number(week) - 1) * 7;
  return new Date(Date.UTC(Number(year), 0, monday)).toISOString().slice(0, 10);
}

/** The first day behind a day, week or month that begins on this one. */
export function endOf(start: string, unit: TimeUnit): string {
  const [year = 0, month = 1, day = 1] = start.split('-').map(Number);
  const end =
    unit === 'month'
      ? new Date(Date.UTC(year, month, 1))
      : new Date(Date.UTC(year, month - 1, day + (unit === 'week' ? 7 : 1)));
  return end.toISOString().slice(0, 10);
}

/** All days, weeks or months from the first to the last, so that a day without work shows as one. */
export function withoutGaps(starts: readonly string[], unit: TimeUnit): string[] {
  const [first, last] = [starts[0], starts.at(-1)];
  if (first === undefined || last === undefined) return [];
  const all: string[] = [];
  for (let at = first; at <= last && all.length < 2000; at = endOf(at, unit).slice(0, at.length)) all.push(at);
  return all;
}
