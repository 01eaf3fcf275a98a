/**
 * Whether published sums say something about fewer than so many people, by whatever is added and subtracted of them.
 *
 * A sum adds up what people did, each thing of a type: the cells of all tables that it is counted in. A combination of sums
 * tells of a few people alone when it is 0 for every type of all others, that is, when the types of the others span less than
 * all types do. Whoever could be removed so must be among any people whose types span everything: the search branches on
 * these. It is exact up to a number of steps, and says "some" where that is not enough.
 */
import { Span } from './span.ts';

/** Places of the cells that a thing is counted in. */
export type Cells = readonly number[];

export interface Few {
  /** Cells of a thing that only few people did. */
  readonly cells: Cells;
}

const MOST_STEPS = 400;

/** `done`: what each person did. Undefined where no combination is of fewer than `least`. */
export function fewPeople(done: readonly (readonly Cells[])[], cells: number, least: number): Few | undefined {
  const all = new Span(cells);
  for (const own of done) for (const one of own) all.add(one);
  const search = new Search(done, cells, all.rank);
  const found = search.without(new Set(), least - 1);
  return found === undefined ? undefined : { cells: found };
}

class Search {
  readonly #done: readonly (readonly Cells[])[];
  readonly #cells: number;
  readonly #rank: number;
  /** Those who did most kinds of things come first: fewer of them span everything. */
  readonly #order: readonly number[];
  #steps = 0;

  constructor(done: readonly (readonly Cells[])[], cells: number, rank: number) {
    this.#done = done;
    this.#cells = cells;
    this.#rank = rank;
    this.#order = done.map((_, i) => i).sort((a, b) => (done[b]?.length ?? 0) - (done[a]?.length ?? 0));
  }

  /** What is no longer spanned when some people are removed, and up to so many more. */
  without(removed: ReadonlySet<number>, more: number): Cells | undefined {
    const { span, needed } = this.#spanning(removed);
    if (span.rank < this.#rank) return this.#lost(removed, span);
    if (more === 0 || this.#isPacked(removed, needed, more)) return undefined;
    for (const person of needed) {
      if (++this.#steps > MOST_STEPS) return this.#done[person]?.[0];
      const found = this.without(new Set([...removed, person]), more - 1);
      if (found) return found;
    }
    return undefined;
  }

  /** Where there are more groups that each span everything than people who can be removed, one of them always stays. */
  #isPacked(removed: ReadonlySet<number>, first: readonly number[], more: number): boolean {
    const used = new Set([...removed, ...first]);
    for (let groups = 1; groups <= more; groups++) {
      const { span, needed } = this.#spanning(used);
      if (span.rank < this.#rank) return false;
      for (const person of needed) used.add(person);
    }
    return true;
  }

  #spanning(removed: ReadonlySet<number>): { span: Span; needed: number[] } {
    const span = new Span(this.#cells);
    const needed: number[] = [];
    for (const person of this.#order) {
      if (span.rank === this.#rank) break;
      if (removed.has(person)) continue;
      const before = span.rank;
      for (const one of this.#done[person] ?? []) span.add(one);
      if (span.rank > before) needed.push(person);
    }
    return { span, needed };
  }

  #lost(removed: ReadonlySet<number>, span: Span): Cells | undefined {
    return [...removed].flatMap((person) => this.#done[person] ?? []).find((one) => !span.has(one));
  }
}
