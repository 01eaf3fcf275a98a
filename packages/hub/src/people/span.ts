/** Vectors by what they span. Arithmetic is modulo a prime: exact, fast, and small enough for products of two numbers. */
const PRIME = 1_000_003;

export class Span {
  /** Rows in echelon form by their first place that is not 0, where they have a 1. */
  readonly #rows = new Map<number, Int32Array>();
  readonly #length: number;

  constructor(length: number) {
    this.#length = length;
  }

  get rank(): number {
    return this.#rows.size;
  }

  /** `ones`: places of the vector that are 1; the others are 0. Whether it was not spanned before. */
  add(ones: readonly number[]): boolean {
    const vector = this.#reduced(ones);
    const first = vector.findIndex((value) => value !== 0);
    if (first < 0) return false;
    const inverse = inverseOf(vector[first] as number);
    this.#rows.set(
      first,
      vector.map((value) => (value * inverse) % PRIME),
    );
    return true;
  }

  has(ones: readonly number[]): boolean {
    return this.#reduced(ones).every((value) => value === 0);
  }

  #reduced(ones: readonly number[]): Int32Array {
    const vector = new Int32Array(this.#length);
    for (const place of ones) vector[place] = 1;
    for (let place = 0; place < this.#length; place++) {
      const factor = vector[place] as number;
      const row = factor === 0 ? undefined : this.#rows.get(place);
      if (!row) continue;
      for (let at = place; at < this.#length; at++) {
        const value = row[at] as number;
        if (value !== 0) vector[at] = ((vector[at] as number) + (PRIME - factor) * value) % PRIME;
      }
    }
    return vector;
  }
}

/** By Fermat: to the power of the prime less two. */
function inverseOf(value: number): number {
  let [result, base] = [1, value];
  for (let power = PRIME - 2; power > 0; power = Math.floor(power / 2)) {
    if (power % 2 === 1) result = (result * base) % PRIME;
    base = (base * base) % PRIME;
  }
  return result;
}
