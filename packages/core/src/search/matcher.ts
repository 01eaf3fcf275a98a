/**
 * Runs the regular expressions of a query over texts, within a time. Stopping a match in the middle takes the machine:
 * whoever reads queries of others brings a matcher that can.
 */
import type { PatternClause } from '../query/query.ts';

export interface PatternMatch {
  /** Which of the texts. */
  readonly text: number;
  readonly start: number;
  readonly end: number;
}

export interface PatternMatcher {
  /** Milliseconds that matching has taken. */
  readonly spent: number;
  /**
   * Where every expression first matches in the texts of one event: undefined where one does not, or where an excluded
   * one does. All events of the list are done within the time, or `late` is returned.
   */
  matches(events: readonly (readonly string[])[], milliseconds: number): (PatternMatch[] | undefined)[] | 'late';
}

export type MakeMatcher = (patterns: readonly PatternClause[]) => PatternMatcher;

/** Text beyond this is not looked at. */
const DEEPEST = 4 * 1024 * 1024;

/** The matches in the texts of one event, for matchers. */
export function matchAll(patterns: readonly PatternClause[], texts: readonly string[]): PatternMatch[] | undefined {
  const found: PatternMatch[] = [];
  for (const { pattern, excluded } of patterns) {
    const match = firstMatch(pattern, texts);
    if (excluded ? match : !match) return undefined;
    if (match) found.push(match);
  }
  return found;
}

function firstMatch(pattern: RegExp, texts: readonly string[]): PatternMatch | undefined {
  for (const [text, whole] of texts.entries()) {
    pattern.lastIndex = 0;
    const match = pattern.exec(whole.length > DEEPEST ? whole.slice(0, DEEPEST) : whole);
    if (match) return { text, start: match.index, end: match.index + match[0].length };
  }
  return undefined;
}
