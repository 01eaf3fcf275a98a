/** Times and durations as people read them, in the reader's zone. */

const DAY = 86_400_000;
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const exactClock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const dateAndYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long' });
const full = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

/** `14:32` today, `12 Nov` this year, `12 Nov 2025` before. */
export function shortTime(time: string, now = new Date()): string {
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) return '';
  if (dayOf(at) === dayOf(now)) return clock.format(at);
  return at.getFullYear() === now.getFullYear() ? date.format(at) : dateAndYear.format(at);
}

export const clockTime = (time: string): string => clock.format(new Date(time));

/** `14:32:07`, of milliseconds since 1970. */
export const exactTime = (ms: number): string => exactClock.format(ms);

export function fullTime(time: string): string {
  const at = new Date(time);
  return Number.isNaN(at.getTime()) ? time : full.format(at);
}

/** Heading of a day in a list. */
export function dayName(time: string | null, now = new Date()): string {
  if (time === null) return 'Without a time';
  const at = new Date(time);
  const days = Math.round((midnight(now) - midnight(at)) / DAY);
  if (days <= 0) return 'Today';
  if (days === 1) return 'Yesterday';
  if (days < 7) return weekday.format(at);
  return at.getFullYear() === now.getFullYear() ? date.format(at) : dateAndYear.format(at);
}

/** `2026-11-16`, in the reader's zone. */
export function dayOf(at: Date): string {
  const digits = (number: number) => String(number).padStart(2, '0');
  return `${at.getFullYear()}-${digits(at.getMonth() + 1)}-${digits(at.getDate())}`;
}

const midnight = (at: Date): number => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();

/** In one unit, where there is little room: `1.8 min`. */
export function roughDuration(ms: number): string {
  if (ms < 60_000) return durationText(ms);
  const [value, unit] =
    ms < 3_600_000 ? [ms / 60_000, 'min'] : ms < 2 * DAY ? [ms / 3_600_000, 'h'] : [ms / DAY, 'days'];
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds < 9.95 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min${seconds % 60 >= 1 ? ` ${Math.floor(seconds % 60)} s` : ''}`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} days ${hours % 24} h`;
}
