/**
 * What stands in place of what was removed, and how to recognise it again. Redacting twice must change nothing, so a
 * placeholder or pseudonym that is already there is never touched, whatever a rule makes of its surroundings.
 */

/** `[REDACTED:email]`, or with a remark of ours behind the word: `[REDACTED:file-contents 12 lines, 3f9c…]`. */
const PLACEHOLDER =
  /\[REDACTED:[a-z0-9-]{1,60}(?: \d{1,12} (?:lines?|characters), [0-9a-f]{12})?\](?:#\d{1,6}(?!\d))?/g;

/** Kinds of pseudonyms: what they stand for is told, who it is is not. */
export const PSEUDONYM_KINDS = ['user', 'host', 'repo', 'org', 'folder', 'commit', 'id'] as const;
export type PseudonymKind = (typeof PSEUDONYM_KINDS)[number];

/** Hex digits of a pseudonym: 48 bits, so that even a million names of one submitter hardly ever share one. */
export const PSEUDONYM_DIGITS = 12;

export const pseudonymOf = (kind: PseudonymKind, hex: string): string =>
  `anon-${kind}-${hex.slice(0, PSEUDONYM_DIGITS)}`;

const PSEUDONYM = new RegExp(`anon-(?:${PSEUDONYM_KINDS.join('|')})-[0-9a-f]{${PSEUDONYM_DIGITS}}(?![0-9a-f])`, 'g');

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Where placeholders and pseudonyms stand in a text, in order. */
export function placeholdersIn(text: string): readonly Range[] {
  const ranges: Range[] = [];
  if (text.includes('[REDACTED:')) for (const found of text.matchAll(PLACEHOLDER)) ranges.push(rangeOf(found));
  if (text.includes('anon-')) for (const found of text.matchAll(PSEUDONYM)) ranges.push(rangeOf(found));
  return ranges.sort((a, b) => a.start - b.start);
}

const ONLY = new RegExp(`^(?:${PLACEHOLDER.source}|${PSEUDONYM.source})$`);

export const isPlaceholder = (text: string): boolean =>
  text.length < 200 && (text.startsWith('[REDACTED:') || text.startsWith('anon-')) && ONLY.test(text);

function rangeOf(found: RegExpMatchArray): Range {
  const start = found.index ?? 0;
  return { start, end: start + found[0].length };
}

/** The text as it would look with a plain letter for each thing that was replaced: for judging what it is. */
export function withoutPlaceholders(text: string): string {
  if (!text.includes('[REDACTED:') && !text.includes('anon-')) return text;
  return text.replace(PLACEHOLDER, 'x').replace(PSEUDONYM, 'x');
}

/** The parts of a range that no other range covers. */
export function without(range: Range, others: readonly Range[]): readonly Range[] {
  const rest: Range[] = [];
  let at = range.start;
  for (const other of others) {
    if (other.end <= at || other.start >= range.end) continue;
    if (other.start > at) rest.push({ start: at, end: other.start });
    at = Math.max(at, other.end);
  }
  if (at < range.end) rest.push({ start: at, end: range.end });
  return rest;
}
