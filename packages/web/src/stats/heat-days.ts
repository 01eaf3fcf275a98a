/** The days of a year as cells of a heatmap: weeks from Monday, this one last. */
import { dayOf } from '../words/times.ts';

export const WEEKS = 53;
const LEVELS = 4;

export interface HeatDay {
  readonly day: string;
  readonly week: number;
  readonly weekday: number;
  /** Its name, above the first week of a month. */
  readonly month: string | undefined;
}

export function lastDays(now = new Date()): HeatDay[] {
  const weekdayNow = (now.getDay() + 6) % 7;
  const count = (WEEKS - 1) * 7 + weekdayNow + 1;
  return Array.from({ length: count }, (_, index) => {
    const at = new Date(now.getFullYear(), now.getMonth(), now.getDate() - (count - 1 - index));
    const begins = at.getDate() <= 7 && index % 7 === 0;
    return {
      day: dayOf(at),
      week: Math.floor(index / 7),
      weekday: index % 7,
      month: begins ? at.toLocaleString('en-GB', { month: 'short' }) : undefined,
    };
  });
}

/** Levels by order of magnitude: one busy day must not make all others look idle. */
export function levelOf(events: number, most: number): number {
  if (events === 0) return 0;
  return Math.max(1, Math.ceil((Math.log1p(events) / Math.log1p(most)) * LEVELS));
}
