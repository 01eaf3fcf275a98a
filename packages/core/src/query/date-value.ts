/**
 * Times as people type them: a year, month, day or minute in their own time zone, an exact time with its zone, a time
 * ago (`7d`), `today`, `yesterday`. Each is the moment at which it begins.
 */

export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** As `Intl` names it. */
  readonly timezone: string;
}

export const DATE_HINT = 'Write 2026-08-01, 2026-08, 2026-08-01T14:30, 7d, 12h, 2w, 3mo, 1y, today or yesterday.';

const AGO = /^(\d{1,6})(min|h|d|w|mo|y)$/;
const LOCAL = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}))?)?)?)?$/;
const EXACT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/i;
const MINUTE = 60_000;
const MILLISECONDS: Readonly<Record<string, number>> = {
  min: MINUTE,
  h: 60 * MINUTE,
  d: 1440 * MINUTE,
  w: 7 * 1440 * MINUTE,
};

/** Undefined for what is no time. */
export function parseTime(text: string, clock: Clock): number | undefined {
  const word = text.toLowerCase();
  if (word === 'now') return clock.now;
  if (word === 'today') return dayBefore(clock, 0);
  if (word === 'yesterday') return dayBefore(clock, 1);
  const ago = AGO.exec(word);
  if (ago) return timeAgo(Number(ago[1]), ago[2] as string, clock);
  if (EXACT.test(text)) return valid(Date.parse(text.replace(' ', 'T')));
  const local = LOCAL.exec(text);
  return local ? fromLocal(local, clock.timezone) : undefined;
}

function timeAgo(count: number, unit: string, { now }: Clock): number | undefined {
  const length = MILLISECONDS[unit];
  if (length !== undefined) return valid(now - count * length);
  const then = new Date(now);
  then.setUTCMonth(then.getUTCMonth() - count * (unit === 'y' ? 12 : 1));
  return valid(then.getTime());
}

function dayBefore({ now, timezone }: Clock, days: number): number {
  const [year, month, day] = localParts(now, timezone);
  return moment([year, month, day - days, 0, 0, 0], timezone);
}

function fromLocal(found: RegExpExecArray, timezone: string): number | undefined {
  const [year, month = 1, day = 1, hour = 0, minute = 0, second = 0] = found
    .slice(1)
    .map((part) => (part === undefined ? undefined : Number(part))) as [number, ...(number | undefined)[]];
  const there = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  // The 31st of April would quietly become the 1st of May.
  const same = there.getUTCMonth() === month - 1 && there.getUTCDate() === day && there.getUTCHours() === hour;
  if (!same || minute > 59 || second > 59) return undefined;
  return valid(moment([year, month, day, hour, minute, second], timezone));
}

type Parts = [year: number, month: number, day: number, hour: number, minute: number, second: number];

/** When the clocks of the zone show this. The offset is asked for twice: it may change in between. */
function moment([year, month, day, hour, minute, second]: Parts, timezone: string): number {
  const wanted = Date.UTC(year, month - 1, day, hour, minute, second);
  const first = wanted - offset(wanted, timezone);
  return wanted - offset(first, timezone);
}

function offset(at: number, timezone: string): number {
  const [year, month, day, hour, minute, second] = localParts(at, timezone);
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}

function localParts(at: number, timezone: string): Parts {
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
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  return ['year', 'month', 'day', 'hour', 'minute', 'second'].map((name) => parts[name]) as Parts;
}

const valid = (time: number): number | undefined => (Number.isFinite(time) ? time : undefined);
