/**
 * Runs regular expressions of users over texts. Some take longer than anybody waits, and none says so beforehand; the
 * engine can be stopped from outside, in the middle of a match, when it runs in a context with a time limit.
 */
import { createContext, Script } from 'node:vm';
import type { PatternClause } from '@hansard/core/query/query.ts';
import { type MakeMatcher, matchAll, type PatternMatch, type PatternMatcher } from '@hansard/core/search/matcher.ts';

export const patternRunner: MakeMatcher = (patterns) => new PatternRunner(patterns);

export class PatternRunner implements PatternMatcher {
  spent = 0;
  readonly #patterns: readonly PatternClause[];
  readonly #box: { work: () => void } = { work: () => {} };
  readonly #context = createContext(this.#box);
  readonly #script = new Script('work()');

  constructor(patterns: readonly PatternClause[]) {
    this.#patterns = patterns;
  }

  matches(events: readonly (readonly string[])[], milliseconds: number): (PatternMatch[] | undefined)[] | 'late' {
    const results: (PatternMatch[] | undefined)[] = [];
    this.#box.work = () => {
      for (const texts of events) results.push(matchAll(this.#patterns, texts));
    };
    const began = performance.now();
    try {
      this.#script.runInContext(this.#context, { timeout: Math.max(1, Math.ceil(milliseconds)) });
      return results;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return 'late';
      throw error;
    } finally {
      this.spent += performance.now() - began;
    }
  }
}
