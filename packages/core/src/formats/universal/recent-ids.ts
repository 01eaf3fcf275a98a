/**
 * The ids that were seen last: enough to know that a parent is in the stream, without holding one text for each event
 * of a long session.
 */
const GENERATION = 2_000;

/** Which items were told. */
export interface ToldIds {
  add(id: string): void;
  /** One that is remembered for good. */
  keep(id: string): void;
  has(id: string): boolean;
}

export class RecentIds implements ToldIds {
  readonly #kept = new Set<string>();
  #young = new Set<string>();
  #old = new Set<string>();

  add(id: string): void {
    if (this.#young.size >= GENERATION) [this.#young, this.#old] = [new Set(), this.#young];
    this.#young.add(id);
  }

  keep(id: string): void {
    this.#kept.add(id);
  }

  has(id: string): boolean {
    return this.#young.has(id) || this.#old.has(id) || this.#kept.has(id);
  }
}
