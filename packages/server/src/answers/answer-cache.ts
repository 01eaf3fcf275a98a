/** Answers that were given, for as long as nothing in the store has changed: until it has another version. */
import type { Scope } from '@hansard/core/api/index.ts';
import type { Answer } from './answer.ts';

/** An answer, and what whoever gets it must be allowed to do. */
export interface KeptAnswer {
  readonly answer: Answer;
  readonly scope: Scope;
}

const MOST_BYTES = 16 * 1024 * 1024;

export class AnswerCache {
  readonly #answers = new Map<string, KeptAnswer>();
  #version = '';
  #bytes = 0;

  /** Whether there may be something: it is asked without knowing the version. */
  mayHave(key: string): boolean {
    return this.#answers.has(key);
  }

  /** `version` is that of the store now. */
  get(key: string, version: string): KeptAnswer | undefined {
    this.#settle(version);
    const kept = this.#answers.get(key);
    if (!kept) return undefined;
    this.#answers.delete(key);
    this.#answers.set(key, kept);
    return kept;
  }

  /** `version` is that of the store when the work on it began: what has changed since is not in it. */
  keep(key: string, kept: KeptAnswer, version: string): void {
    const { answer } = kept;
    if (version !== this.#version || answer.weight > MOST_BYTES / 4 || this.#answers.has(key)) return;
    this.#answers.set(key, kept);
    this.#bytes += answer.weight;
    for (const [oldest, one] of this.#answers) {
      if (this.#bytes <= MOST_BYTES) break;
      this.#answers.delete(oldest);
      this.#bytes -= one.answer.weight;
    }
  }

  #settle(version: string): void {
    if (version === this.#version) return;
    this.#answers.clear();
    this.#bytes = 0;
    this.#version = version;
  }
}
