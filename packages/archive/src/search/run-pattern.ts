/**
 * Runs regular expressions of users over texts. Some take longer than anybody waits, and none says so beforehand; the
 * engine can be stopped from outside, in the middle of a match, when it runs in a context with a time limit.
 */
import { createContext, Script } from 'node:vm';
import type { PatternClause } from './query.ts';

export interface PatternMatch {
  /** Which of the texts. */
  readonly text: number;
  readonly start: number;
  readonly end: number;
}

/** Text beyond this is not looked at. */
const DEEPEST = 4 * 1024 * 1024;

export class PatternRunner {
  /** Milliseconds that matching has taken. */
  spent = 0;
  readonly #patterns: readonly PatternClause[];
  readonly #box: { work: () => void } = { work: () => {} };
  readonly #context = createContext(this.#box);
  readonly #script = new Script('work()');

  constructor(patterns: readonly PatternClause[]) {
    this.#patterns = patterns;
  }

  /**
   * Where every expression first matches in the texts of one event: undefined where one does not, or where an excluded
   * one does. All events of the list are done within the time, or `late` is returned.
   */
  matches(events: readonly (readonly string[])[], milliseconds: number): (PatternMatch[] | undefined)[] | 'late' {
    const results: (PatternMatch[] | undefined)[] = [];
    this.#box.work = () => {
      for (const texts of events) results.push(this.#match(texts));
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

  #match(texts: readonly string[]): PatternMatch[] | undefined {
    const found: PatternMatch[] = [];
    for (const { pattern, excluded } of this.#patterns) {
      const match = firstMatch(pattern, texts);
      if (excluded ? match : !match) return undefined;
      if (match) found.push(match);
    }
    return found;
  }
}

function firstMatch(pattern: RegExp, texts: readonly string[]): PatternMatch | undefined {
  for (const [text, whole] of texts.entries()) {
    pattern.lastIndex = 0;
    const match = pattern.exec(whole.length > DEEPEST ? whole.slice(0, DEEPEST) : whole);
    if (match) return { text, start: match.index, end: match.index + match[0].length };
  }
  return undefined;
}
