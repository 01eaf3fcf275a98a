/**
 * Answers that were given, for as long as nothing in the archive has changed. The database itself tells, by two numbers
 * that take microseconds to ask for: one counts what others have written, one what this connection has.
 */
import type { Sql } from '@hansard/archive';
import type { Answer } from './answer.ts';

const MOST_BYTES = 16 * 1024 * 1024;

export class AnswerCache {
  readonly #sql: Sql;
  readonly #answers = new Map<string, Answer>();
  #state = '';
  #bytes = 0;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  get(key: string): Answer | undefined {
    this.#settle();
    const answer = this.#answers.get(key);
    if (!answer) return undefined;
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    return answer;
  }

  /** `asked` is the state when the work on it began: what has changed since is not in it. */
  keep(key: string, answer: Answer, asked: string): void {
    this.#settle();
    if (asked !== this.#state || answer.weight > MOST_BYTES / 4 || this.#answers.has(key)) return;
    this.#answers.set(key, answer);
    this.#bytes += answer.weight;
    for (const [oldest, one] of this.#answers) {
      if (this.#bytes <= MOST_BYTES) break;
      this.#answers.delete(oldest);
      this.#bytes -= one.weight;
    }
  }

  /** As it was when something was last asked for, which is when the work on what is not there begins. */
  get state(): string {
    return this.#state;
  }

  #settle(): void {
    const state = this.#sql.state();
    if (state === this.#state) return;
    this.#answers.clear();
    this.#bytes = 0;
    this.#state = state;
  }
}
