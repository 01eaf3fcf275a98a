/**
 * Words in the index that differ from a given one by a single slip: a letter too many, too few, another, or two that
 * changed places. Every such word is asked for, which costs the index a few microseconds each; a list of all words
 * would have to be read.
 */

import type { TextTerm } from '@hansard/core/query/query.ts';
import { countIn } from '../../database/columns.ts';
import type { Sql } from '../../database/sql.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
/** Slips in longer words are too many to try. */
const LONGEST = 24;
const SUGGESTED = 3;

/** The commonest first; the word as a beginning where nothing else is found. */
export function likeWords(sql: Sql, { text, prefix }: Pick<TextTerm, 'text' | 'prefix'>): string[] {
  const word = text.toLowerCase();
  if (prefix || !/^[a-z0-9]{3,}$/.test(word) || word.length > LONGEST) return [];
  const counted = [...slips(word)].flatMap((like) => {
    const count = countOf(sql, `"${like}"`);
    return count > 0 ? [{ like, count }] : [];
  });
  if (counted.length === 0) return countOf(sql, `"${word}" *`) > 0 ? [`${word}*`] : [];
  return counted
    .sort((a, b) => b.count - a.count)
    .slice(0, SUGGESTED)
    .map(({ like }) => like);
}

function slips(word: string): Set<string> {
  const found = new Set<string>();
  const letters = /\d/.test(word) ? LETTERS + DIGITS : LETTERS;
  for (let i = 0; i <= word.length; i++) {
    const [before, behind] = [word.slice(0, i), word.slice(i)];
    if (behind !== '') found.add(before + behind.slice(1));
    if (behind.length > 1) found.add(before + behind.charAt(1) + behind.charAt(0) + behind.slice(2));
    for (const letter of letters) {
      found.add(before + letter + behind);
      if (behind !== '') found.add(before + letter + behind.slice(1));
    }
  }
  found.delete(word);
  return found;
}

function countOf(sql: Sql, expression: string): number {
  const row = sql.get(
    'SELECT count(*) AS n FROM (SELECT 1 FROM event_text WHERE event_text MATCH ? LIMIT 1000)',
    expression,
  );
  return countIn(row ?? {});
}
