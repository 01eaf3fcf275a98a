/**
 * Where the words of a query are in a text. It follows what the index does: capitals and accents do not matter, signs
 * separate words, words inside identifiers count, and text without spaces is found anywhere.
 */

import type { Query, TextTerm } from '../query/query.ts';
import { fold } from '../words/fold.ts';
import { isUnspaced, UNSPACED } from '../words/index-text.ts';
import { isWordEdge, wordEnd, wordsOf } from '../words/words.ts';

export interface Mark {
  readonly start: number;
  readonly end: number;
  /** Which of the query's terms it is. */
  readonly term: number;
}

export type Highlight = (text: string) => Mark[];

/** Marks beyond these would not be seen. */
const MOST_MARKS = 200;
/** A hit deeper inside a text is not looked for: the snippet then shows the text's beginning. */
const DEEPEST = 512 * 1024;

export function highlighter({ text }: Pick<Query, 'text'>): Highlight {
  const terms = text.filter(({ excluded }) => !excluded).flatMap(({ any }) => any);
  const finders = terms.map(finderOf);
  return (whole) => {
    const seen = whole.length > DEEPEST ? whole.slice(0, DEEPEST) : whole;
    const plain = fold(seen);
    const marks = finders.flatMap((find, term) => find(seen, plain).map(([start, end]) => ({ start, end, term })));
    return withoutOverlaps(marks);
  };
}

type Stretch = readonly [start: number, end: number];
type Finder = (text: string, plain: string) => Stretch[];

function finderOf(term: TextTerm): Finder {
  const words = wordsOf(fold(term.text));
  const [word = ''] = words;
  if (words.length === 1 && /^[a-z0-9]+$/.test(word)) return wordFinder(word, term.prefix);
  return phraseFinder(words, term.prefix);
}

/** A plain word, alone or inside an identifier. */
function wordFinder(word: string, prefix: boolean): Finder {
  return (text, plain) => {
    const found: Stretch[] = [];
    for (let at = plain.indexOf(word); at >= 0 && found.length < MOST_MARKS; at = plain.indexOf(word, at + 1)) {
      const end = at + word.length;
      if (isWordEdge(text, at) && (prefix || isWordEdge(text, end)))
        found.push([at, prefix ? wordEnd(text, end) : end]);
    }
    return found;
  };
}

const LETTERS = '\\p{L}\\p{N}\\p{Co}';

/** Words side by side, whatever signs are between them. */
function phraseFinder(words: readonly string[], prefix: boolean): Finder {
  const [first = '', last = ''] = [words[0], words.at(-1)];
  const opens = isUnspaced(first.charAt(0)) ? '' : `(?:(?<=[${UNSPACED}])|(?<![${LETTERS}]))`;
  const closes = prefix || isUnspaced(last.slice(-1)) ? '' : `(?:(?=[${UNSPACED}])|(?![${LETTERS}]))`;
  const body = words.join(`[^${LETTERS}]+`);
  const expression = new RegExp(`${opens}${body}${closes}`, 'gu');
  return (text, plain) => {
    const found: Stretch[] = [];
    for (const match of plain.matchAll(expression)) {
      const end = match.index + match[0].length;
      found.push([match.index, prefix && closes === '' ? wordEnd(text, end) : end]);
      if (found.length >= MOST_MARKS) break;
    }
    return found;
  };
}

/** In order; where two overlap, the one that begins first, or is longer, stays. */
function withoutOverlaps(marks: Mark[]): Mark[] {
  marks.sort((a, b) => a.start - b.start || b.end - a.end);
  const kept: Mark[] = [];
  for (const mark of marks) {
    if (mark.start >= (kept.at(-1)?.end ?? 0)) kept.push(mark);
    if (kept.length >= MOST_MARKS) break;
  }
  return kept;
}
