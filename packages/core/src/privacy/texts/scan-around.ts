/**
 * Looks for things in the neighbourhood of some places of a text. What a replacement changes is near it: a match that
 * was not there before touches it. The neighbourhood goes on to the next blank, so that no token is cut.
 */
import type { Finding } from '../matching/finding.ts';
import type { Range } from './placeholder.ts';

/** What gives a thing away stands before it, and not far; the opening of a key is the exception. */
const AROUND = 1_000;
const OPENING = '-----BEGIN';
/** Shorter texts are looked at whole. */
const SHORT = 4_096;
/** No pattern matches more. */
const LONGEST_TOKEN = 16_384;

export function scanAround(
  text: string,
  places: readonly Range[],
  scan: (part: string) => readonly Finding[],
): readonly Finding[] {
  if (places.length === 0) return [];
  if (text.length <= SHORT || text.includes(OPENING)) return scan(text);
  const found: Finding[] = [];
  for (const { start, end } of neighbourhoods(text, places)) {
    for (const finding of scan(text.slice(start, end))) {
      if ((finding.start === 0 && start > 0) || (finding.end === end - start && end < text.length)) continue;
      found.push({ ...finding, start: finding.start + start, end: finding.end + start });
    }
  }
  return found;
}

/** Places are in order; neighbourhoods that meet become one. */
function neighbourhoods(text: string, places: readonly Range[]): readonly Range[] {
  const all: Range[] = [];
  for (const place of places) {
    const last = all.at(-1);
    if (last && place.end + AROUND <= last.end) continue;
    const start = blankBefore(text, place.start - AROUND);
    const end = blankBehind(text, place.end + AROUND);
    if (last && start <= last.end) all[all.length - 1] = { start: last.start, end: Math.max(end, last.end) };
    else all.push({ start, end });
  }
  return all;
}

const isBlank = (unit: number): boolean => unit === 32 || unit === 10 || unit === 9 || unit === 13;

function blankBefore(text: string, from: number): number {
  let at = Math.max(0, from);
  for (const stop = Math.max(0, at - LONGEST_TOKEN); at > stop && !isBlank(text.charCodeAt(at - 1)); ) at--;
  return at;
}

function blankBehind(text: string, from: number): number {
  let at = Math.min(text.length, from);
  for (const stop = Math.min(text.length, at + LONGEST_TOKEN); at < stop && !isBlank(text.charCodeAt(at)); ) at++;
  return at;
}
