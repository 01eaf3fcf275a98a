/** Heights of many rows: the sum before a row, and the row at a sum, in logarithmic time (a Fenwick tree). */
export class PrefixSums {
  readonly #values: Float64Array;
  readonly #tree: Float64Array;

  constructor(values: Float64Array) {
    this.#values = values;
    this.#tree = new Float64Array(values.length + 1);
    for (let at = 1; at <= values.length; at++) {
      this.#tree[at]! += values[at - 1]!;
      const above = at + (at & -at);
      if (above <= values.length) this.#tree[above]! += this.#tree[at]!;
    }
  }

  get length(): number {
    return this.#values.length;
  }

  get total(): number {
    return this.before(this.length);
  }

  of(row: number): number {
    return this.#values[row] ?? 0;
  }

  set(row: number, value: number): void {
    const change = value - this.of(row);
    if (change === 0) return;
    this.#values[row] = value;
    for (let at = row + 1; at <= this.length; at += at & -at) this.#tree[at]! += change;
  }

  before(row: number): number {
    let sum = 0;
    for (let at = row; at > 0; at -= at & -at) sum += this.#tree[at]!;
    return sum;
  }

  /** The row in which the sum lies. */
  rowAt(sum: number): number {
    let row = 0;
    let left = sum;
    for (let step = 2 ** Math.floor(Math.log2(Math.max(1, this.length))); step >= 1; step /= 2) {
      const next = row + step;
      if (next > this.length || this.#tree[next]! > left) continue;
      row = next;
      left -= this.#tree[next]!;
    }
    return Math.min(row, Math.max(0, this.length - 1));
  }
}
