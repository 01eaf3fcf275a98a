/** Times as a run's files write them: UTC with microseconds and a Z. */

/** Of a time that is RFC 3339 already. Digits beyond microseconds are cut. */
export function microTime(time: string): string {
  const plain = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?Z$/.exec(time);
  if (plain) return `${plain[1]}.${(plain[2] ?? '').slice(0, 6).padEnd(6, '0')}Z`;
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? '1970-01-01T00:00:00.000000Z' : date.toISOString().replace('Z', '000Z');
}

/** Milliseconds from one to the other, never less than none. */
export function millisecondsBetween(start: string, end: string): number {
  return Math.max(0, Date.parse(end) - Date.parse(start)) || 0;
}
