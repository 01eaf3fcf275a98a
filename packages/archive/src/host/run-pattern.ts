/**
 * Runs regular expressions of users over texts. Some take longer than anybody waits, and none says so beforehand; the
 * engine can be stopped from outside, in the middle of a match, when it runs in a context with a time limit.
 */
import { createContext, Script } from 'node:vm';
import type { PatternClause } from '@hansard/core/query/query.ts';
import { type MakeMatcher, matchAll, type PatternMatch, type PatternMatcher } from '@hansard/core/search/matcher.ts';

/** Whoever else waits for this process waits so long at most before and while one event is tried. */
const STEP = 150;

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

  /** An event that alone takes longer than a step stops all of it: it would hold everybody else up. */
  matches(events: readonly (readonly string[])[], milliseconds: number): (PatternMatch[] | undefined)[] | 'late' {
    const results: (PatternMatch[] | undefined)[] = [];
    const until = this.spent + milliseconds;
    let [from, to] = [0, events.length];
    while (from < events.length) {
      const left = Math.min(STEP, until - this.spent);
      if (left <= 0) return 'late';
      this.#run(events.slice(from, to), left, results);
      // Nothing was done of one event alone.
      if (results.length === from && to === from + 1) return 'late';
      const isDone = results.length === to;
      from = results.length;
      to = isDone ? events.length : from + 1;
    }
    return results;
  }

  #run(events: readonly (readonly string[])[], milliseconds: number, results: (PatternMatch[] | undefined)[]): void {
    this.#box.work = () => {
      for (const texts of events) results.push(matchAll(this.#patterns, texts));
    };
    const began = performance.now();
    try {
      this.#script.runInContext(this.#context, { timeout: Math.max(1, Math.ceil(milliseconds)) });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    } finally {
      this.spent += performance.now() - began;
    }
  }
}
