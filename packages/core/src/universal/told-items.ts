/** Which items of a session were told: those of this reading by their ids, earlier ones as the store knows them. */
import type { ToldIds } from '../formats/universal/recent-ids.ts';

export class ToldItems implements ToldIds {
  readonly #earlier: { has(id: string): boolean };
  readonly #ids = new Set<string>();

  constructor(earlier: { has(id: string): boolean }) {
    this.#earlier = earlier;
  }

  add(id: string): void {
    this.#ids.add(id);
  }

  keep(id: string): void {
    this.#ids.add(id);
  }

  has(id: string): boolean {
    return this.#ids.has(id) || this.#earlier.has(id);
  }
}
