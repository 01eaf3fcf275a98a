/**
 * What a search found in an event, as a link to it has it: the words that were marked. The event may show them often and
 * with other signs between them, so every one is marked, and the place where they stand together is gone to.
 */
import type { SearchHit } from '@hansard/client';
import type { Part } from './quote.ts';

/** So that links stay short. */
const MOST_WORDS = 8;
const LONGEST = 60;
const MOST_PARTS = 500;
/** Words this near are together. */
const NEAR = 300;

/** The words that are marked in a snippet, each once; null when there are none. */
export function hitWords(snippet: SearchHit['snippet']): string | null {
  const { text, marks } = snippet ?? { text: '', marks: [] };
  const words = new Map<string, string>();
  for (const [from = 0, to = 0] of marks) {
    const word = text.slice(from, to).slice(0, LONGEST).replaceAll('"', ' ').trim();
    if (word !== '') words.set(word.toLowerCase(), word);
  }
  const listed = [...words.values()].slice(0, MOST_WORDS);
  return listed.length === 0 ? null : listed.map((word) => `"${word}"`).join(' ');
}

/** Where the words are in a text, the place to go to first. */
export function hitParts(text: string, words: string): Part[] {
  const wanted = [...words.matchAll(/"([^"]+)"/g)].map(([, word]) => (word as string).split(/\s+/).map(escaped));
  if (wanted.length === 0) return [];
  // What was a blank in the snippet may be a line break or the end of an element here.
  const pattern = new RegExp(wanted.map((pieces) => `(${pieces.join('\\s*')})`).join('|'), 'giu');
  const found: (Part & { readonly word: number })[] = [];
  for (const match of text.matchAll(pattern)) {
    const word = match.slice(1).findIndex((group) => group !== undefined);
    found.push({ start: match.index, end: match.index + match[0].length, word });
    if (found.length >= MOST_PARTS) break;
  }
  const first = densest(found);
  return [...found.slice(first), ...found.slice(0, first)].map(({ start, end }) => ({ start, end }));
}

/** Where most of the different words begin to stand together. */
function densest(found: readonly (Part & { readonly word: number })[]): number {
  let [best, most] = [0, 0];
  for (const [from, { start }] of found.entries()) {
    const near = new Set<number>();
    for (let at = from; at < found.length && (found[at]?.end ?? 0) - start <= NEAR; at++)
      near.add(found[at]?.word ?? 0);
    if (near.size > most) [best, most] = [from, near.size];
  }
  return best;
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
