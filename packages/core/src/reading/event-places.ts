/** Where the events of a session are among themselves, by id; an id that an agent uses twice becomes two. */
export class EventPlaces {
  readonly #places = new Map<string, number>();
  readonly #repeats = new Map<string, number>();

  /** The id under which the next event is filed. */
  add(id: string): string {
    const own = this.#places.has(id) ? this.#freeId(id) : id;
    this.#places.set(own, this.#places.size);
    return own;
  }

  of(id: string): number | undefined {
    return this.#places.get(id);
  }

  /** Goes on counting where it stopped: a hostile input may repeat one id in every record. */
  #freeId(taken: string): string {
    let n = this.#repeats.get(taken) ?? 2;
    while (this.#places.has(`${taken}~${n}`)) n++;
    this.#repeats.set(taken, n + 1);
    return `${taken}~${n}`;
  }
}
