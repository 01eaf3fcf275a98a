/** What was found in the database, for as long as nobody has written to it. */
import type { Sql } from './sql.ts';

export class WhileUnchanged<Key, Value> {
  readonly #sql: Sql;
  readonly #most: number;
  readonly #found = new Map<Key, Value>();
  #state = '';

  constructor(sql: Sql, most: number) {
    this.#sql = sql;
    this.#most = most;
  }

  /** What was found under a key, or what `find` finds now. */
  get(key: Key, find: () => Value): Value {
    const state = this.#sql.state();
    if (state !== this.#state || this.#found.size >= this.#most) this.#found.clear();
    this.#state = state;
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    const value = find();
    this.#found.set(key, value);
    return value;
  }
}
