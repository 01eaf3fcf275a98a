/** Counts the problems of transcripts by kind, for a summary on standard error. */
import { neutraliseLine, type Problem, type Transcript } from '@hansard/core';
import { count } from '../terminal/words.ts';

export class ProblemTally {
  readonly #kinds = new Map<string, { count: number; first: Problem }>();

  add({ session }: Pick<Transcript, 'session'>): void {
    for (const problem of session.problems ?? []) {
      const kind = this.#kinds.get(problem.kind);
      if (kind) kind.count++;
      else this.#kinds.set(problem.kind, { count: 1, first: problem });
    }
  }

  get total(): number {
    let total = 0;
    for (const kind of this.#kinds.values()) total += kind.count;
    return total;
  }

  /** One line for each kind, with the place of the first. */
  lines(): string[] {
    return [...this.#kinds].map(([kind, { count: number, first }]) =>
      neutraliseLine(`${count(number, 'problem')} ${kind}, first at ${placeOf(first)}: ${first.message}`),
    );
  }
}

function placeOf({ path = '-', line, column, pointer, start }: Problem): string {
  if (line !== undefined) return [`${path}:${line}`, column && `:${column}`, pointer && ` ${pointer}`].join('');
  if (pointer) return `${path}#${pointer}`;
  return start === undefined ? path : `${path} (byte ${start})`;
}
