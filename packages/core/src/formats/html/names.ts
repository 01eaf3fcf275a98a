/** A list of names, which numbers stand for. */
export class Names {
  readonly list: string[];
  readonly #numbers: Map<string, number>;

  constructor(...first: string[]) {
    this.list = first;
    this.#numbers = new Map(first.map((name, number) => [name, number]));
  }

  at(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.list.length);
    return this.list.push(name) - 1;
  }
}
