/**
 * Times as agents write them: ISO with or without a zone, the invalid `+00:00Z`, seconds, milliseconds.
 * The result is RFC 3339 in UTC with a `Z`; what is no time is undefined.
 */

/** `2026-06-22T10:00:00.000Z` or without the fraction: already as we write it. */
export function isPlainTime(text: unknown): text is string {
  if (typeof text !== 'string') return false;
  const length = text.length;
  return (
    (length === 24 || length === 20) &&
    text.charCodeAt(length - 1) === 90 &&
    text.charCodeAt(10) === 84 &&
    text.charCodeAt(4) === 45 &&
    text.charCodeAt(13) === 58 &&
    !Number.isNaN(Date.parse(text))
  );
}

export function readTime(value: unknown): string | undefined {
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

function fromMilliseconds(milliseconds: number): string | undefined {
  const whole = Math.round(milliseconds);
  return whole >= 0 && whole <= 253_402_300_799_999 ? new Date(whole).toISOString() : undefined;
}
