/** How long things took, each of them: what lies in the middle cannot be told from sums. */
export class Durations {
  readonly #ms: number[] = [];
  #isSorted = true;

  add(ms: readonly number[]): void {
    for (const one of ms) this.#ms.push(one);
    this.#isSorted = false;
  }

  get count(): number {
    return this.#ms.length;
  }

  get longest(): number | undefined {
    return this.within(1);
  }

  /** The shortest of them that so large a share does not exceed: 0.5 gives the median. */
  within(share: number): number | undefined {
    if (!this.#isSorted) this.#ms.sort((a, b) => a - b);
    this.#isSorted = true;
    return this.#ms[Math.max(0, Math.ceil(share * this.#ms.length) - 1)];
  }
}
