/** Times that somebody names as the beginning or the end of a period. */
import { Failure } from '../failure.ts';
import { type Clock, parseTime } from './date-value.ts';

/** `name` is what the time was given as, for the message. */
export function startOfPeriod(text: string, name: string, clock: Clock): number {
  const time = parseTime(text, clock);
  if (time !== undefined) return time;
  throw new Failure('bad-argument', `${name} is "${text}", which is no date or time.`, {
    remedy: 'Write 2026-08-01, 2026-08, 2026-08-01T14:30, 7d, 12h, 2w, 3mo, 1y, today or yesterday.',
  });
}

/** A day, a month or a year ends with its end: until 2026-08 takes in all of August. */
export function endOfPeriod(text: string, name: string, clock: Clock): number {
  const start = startOfPeriod(text, name, clock);
  const days = /^(today|yesterday)$/i.test(text) ? dateIn(start, clock.timezone) : text;
  const [, year, month, day] = /^(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?$/.exec(days) ?? [];
  if (year === undefined) return start;
  const next = new Date(0);
  next.setUTCFullYear(
    Number(year) + (month === undefined ? 1 : 0),
    Number(month ?? 1) - 1 + (month !== undefined && day === undefined ? 1 : 0),
    Number(day ?? 1) + (day === undefined ? 0 : 1),
  );
  return parseTime(next.toISOString().slice(0, 10), clock) ?? start;
}

const dateIn = (time: number, timezone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' }).format(time);
