/**
 * Words and phrases as the full-text index takes them. They are treated as indexing treats text: identifiers are found
 * whole and by the words inside them, `snake_case`, paths and dotted names as phrases, text without spaces by pairs of
 * characters. Everything goes in quotes, so that nothing of a query is ever syntax.
 */

import type { TextClause, TextTerm } from '@hansard/core/query/query.ts';
import { isUnspaced, spreadUnspaced, wordsInside } from '@hansard/core/words/index-text.ts';

/** What must match; undefined when nothing but exclusions is given. */
export function matchExpression(clauses: readonly TextClause[]): string | undefined {
  const wanted = clauses.filter(({ excluded }) => !excluded).map(clauseExpression);
  if (wanted.length === 0) return undefined;
  const unwanted = excludedExpression(clauses);
  const all = wanted.join(' AND ');
  return unwanted === undefined ? all : `(${all}) NOT (${unwanted})`;
}

/** What must not match. */
export function excludedExpression(clauses: readonly TextClause[]): string | undefined {
  const unwanted = clauses.filter(({ excluded }) => excluded).map(clauseExpression);
  return unwanted.length === 0 ? undefined : unwanted.join(' OR ');
}

function clauseExpression({ any }: TextClause): string {
  return `(${any.map(termExpression).join(' OR ')})`;
}

function termExpression({ text, prefix }: Pick<TextTerm, 'text' | 'prefix'>): string {
  const whole = phrase(spreadUnspaced(text, true), prefix || endsInOneUnspaced(text));
  const inside = identifierWords(text, prefix);
  return inside === undefined ? whole : `(${whole} OR parts : ${phrase(inside, prefix)})`;
}

/** The index would take a NUL for the end of the expression. */
function phrase(text: string, prefix: boolean): string {
  return `"${text.replaceAll('\0', ' ').replaceAll('"', '""')}"${prefix ? ' *' : ''}`;
}

/** A single character of text without spaces is the beginning of a pair. */
function endsInOneUnspaced(text: string): boolean {
  return isUnspaced(text.slice(-1)) && !isUnspaced(text.slice(-2, -1));
}

/**
 * The words of `HTTPRequest`, which is found in `parseHTTPRequest` too. The index leaves out single letters: what is
 * left of `getX` would find every `get…`.
 */
function identifierWords(text: string, prefix: boolean): string | undefined {
  if (!/^[A-Za-z0-9]+$/.test(text) || (prefix && /[a-z0-9][A-Z]$/.test(text))) return undefined;
  const words = wordsInside(text);
  return words.includes(' ') ? words : undefined;
}
