/**
 * Times as agents write them: ISO with or without a zone, the invalid `+00:00Z`, seconds, milliseconds.
 * The result is RFC 3339 in UTC with a `Z`; what is no time is undefined.
 */

/**
 * `2026-06-22T10:00:00.000Z` or without the fraction: already as we write it. Every event passes here, so the
 * digits are looked at by hand: `Date.parse` would be a tenth of all the work.
 */
export function isPlainTime(text: unknown): text is string {
  if (text === lastPlain) return true;
  if (!isPlain(text)) return false;
  lastPlain = text;
  return true;
}

/** The events of a record have its time, and it is looked at for each. */
let lastPlain = '2026-06-22T10:00:00.000Z';

function isPlain(text: unknown): text is string {
  if (typeof text !== 'string' || (text.length !== 24 && text.length !== 20)) return false;
  const end = text.length - 1;
  if (text.charCodeAt(end) !== 90 || text.charCodeAt(10) !== 84 || text.charCodeAt(4) !== 45) return false;
  if (text.charCodeAt(7) !== 45 || text.charCodeAt(13) !== 58 || text.charCodeAt(16) !== 58) return false;
  if (end === 23 && (text.charCodeAt(19) !== 46 || !(pair(text, 20) >= 0) || !(pair(text, 21) >= 0))) return false;
  const month = pair(text, 5);
  const day = pair(text, 8);
  return (
    pair(text, 0) >= 0 &&
    pair(text, 2) >= 0 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= 28 + (day > 28 ? daysBeyond28(text, month) : 0) &&
    inRange(pair(text, 11), 23) &&
    inRange(pair(text, 14), 59) &&
    inRange(pair(text, 17), 59)
  );
}

/** Two digits as a number, or -1. */
function pair(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}

const inRange = (value: number, limit: number) => value >= 0 && value <= limit;

function daysBeyond28(text: string, month: number): number {
  const year = Number(text.slice(0, 4));
  return new Date(Date.UTC(year, month, 0)).getUTCDate() - 28;
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
