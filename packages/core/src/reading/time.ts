/**
 * Times as agents write them: ISO with or without a zone, the invalid `+00:00Z`, seconds, milliseconds.
 * The result is RFC 3339 in UTC with a `Z`; what is no time is undefined.
 */

/**
 * `2026-06-22T10:00:00.000Z` or without the fraction: already as we write it. Every event passes here, so there is one
 * expression for all: `Date.parse` would be a tenth of all the work, and looking at the digits by hand takes twice as
 * long. The leap day alone needs more.
 */
const PLAIN =
  /^\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{3})?Z$/;

export function isPlainTime(text: unknown): text is string {
  if (text === lastPlain) return true;
  if (typeof text !== 'string' || !(PLAIN.test(text) || isOnLeapDay(text))) return false;
  lastPlain = text;
  return true;
}

/** The events of a record have its time, and it is looked at for each. */
let lastPlain = '2026-06-22T10:00:00.000Z';

function isOnLeapDay(text: string): boolean {
  if (text.slice(4, 10) !== '-02-29') return false;
  const year = Number(text.slice(0, 4));
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return isLeap && PLAIN.test(`${text.slice(0, 8)}28${text.slice(10)}`);
}

export function readTime(value: unknown): string | undefined {
  if (isPlainTime(value)) return value;
  if (typeof value === 'number') return fromNumber(value);
  if (typeof value !== 'string' || value === '') return undefined;
  if (/^\d{9,17}(\.\d+)?$/.test(value)) return fromNumber(Number(value));
  const match = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:[.,](\d+))?\s*(Z|[+-]\d\d:?\d\d)?(Z)?$/i.exec(value);
  if (!match) return undefined;
  const [, date, clock, fraction, zone] = match;
  const digits = fraction ? `.${fraction}` : '';
  if (!zone || /^z$/i.test(zone) || /^[+-]00:?00$/.test(zone)) {
    // Kept as written: agents that record microseconds keep them.
    const plain = `${date}T${clock}${digits}Z`;
    return Number.isNaN(Date.parse(plain)) ? undefined : plain;
  }
  return fromMilliseconds(Date.parse(`${date}T${clock}${digits}${zone}`));
}

/** Below this, a number of seconds; above, milliseconds (1e11 s is the year 5138, 1e11 ms is 1973). */
const SECONDS_LIMIT = 1e11;

function fromNumber(value: number): string | undefined {
  if (!(value > 0)) return undefined;
  return fromMilliseconds(value < SECONDS_LIMIT ? value * 1000 : value > 1e14 ? value / 1000 : value);
}

const DAY = 86_400_000;
const digits = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'));
/** Times come in runs of the same day, and Date's own formatting is slow. */
let day = -1;
let date = '';

function fromMilliseconds(milliseconds: number): string | undefined {
  const whole = Math.round(milliseconds);
  if (!(whole >= 0 && whole <= 253_402_300_799_999)) return undefined;
  const on = Math.floor(whole / DAY);
  if (on !== day) {
    day = on;
    date = new Date(on * DAY).toISOString().slice(0, 11);
  }
  const rest = whole - on * DAY;
  const seconds = Math.floor(rest / 1000);
  const minutes = Math.floor(seconds / 60);
  const clock = `${digits[Math.floor(minutes / 60)]}:${digits[minutes % 60]}:${digits[seconds % 60]}`;
  return `${date}${clock}.${String(rest % 1000).padStart(3, '0')}Z`;
}
