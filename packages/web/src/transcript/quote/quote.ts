/**
 * A part of a text as a link has it: its beginning, as how manieth of these it stands there, and how long it is. Words
 * last longer than places: what the page shows around them may change.
 */
export interface Quote {
  /** The beginning of the part, or all of it. */
  readonly words: string;
  /** How often these words stand before it. */
  readonly before: number;
  /** Of the whole part, in UTF-16 units. */
  readonly length: number;
}

export interface Part {
  readonly start: number;
  readonly end: number;
}

/** So that links stay short. */
const MOST_WORDS = 80;

/** Undefined when the part has nothing but blanks in it. */
export function quoteOf(text: string, { start, end }: Part): Quote | undefined {
  const part = text.slice(start, end);
  const trimmed = part.trim();
  if (trimmed === '') return undefined;
  const from = start + part.indexOf(trimmed);
  // Half of a character of two units would not pass through an address.
  const words = trimmed.slice(0, MOST_WORDS).replace(/[\ud800-\udbff]$/, '');
  let before = 0;
  for (let at = text.indexOf(words); at >= 0 && at < from; at = text.indexOf(words, at + 1)) before++;
  return { words, before, length: trimmed.length };
}

/** Undefined when the text no longer has it. */
export function partOf(text: string, { words, before, length }: Quote): Part | undefined {
  let start = text.indexOf(words);
  for (let passed = 0; passed < before && start >= 0; passed++) start = text.indexOf(words, start + 1);
  if (start < 0 || words === '') return undefined;
  return { start, end: Math.min(text.length, start + Math.max(length, words.length)) };
}

/** As it stands in the address. */
export function quoteQuery({ words, before, length }: Quote): Record<'text' | 'nth' | 'length', string | null> {
  return {
    text: words,
    nth: before > 0 ? String(before + 1) : null,
    length: length > words.length ? String(length) : null,
  };
}

export const NO_QUOTE = { text: null, nth: null, length: null, hit: null };

export function quoteIn(query: URLSearchParams): Quote | undefined {
  const words = query.get('text');
  if (!words) return undefined;
  const count = (name: string) => Math.min(1e6, Math.max(0, Math.floor(Number(query.get(name)) || 0)));
  return { words, before: Math.max(0, count('nth') - 1), length: Math.max(words.length, count('length')) };
}
