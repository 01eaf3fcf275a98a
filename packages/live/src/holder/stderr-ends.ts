/** The beginning and the end of what an agent writes to standard error, for the record of how it ended. */
const HEAD = 20;
const TAIL = 50;
const LONGEST = 500;

export class StderrEnds {
  readonly #head: string[] = [];
  #tail: string[] = [];
  #total = 0;

  add(lines: readonly Uint8Array[]): void {
    for (const line of lines) {
      const text = Buffer.from(line.subarray(0, LONGEST)).toString('utf8');
      this.#total++;
      if (this.#head.length < HEAD) this.#head.push(text);
      else {
        this.#tail.push(text);
        if (this.#tail.length > 2 * TAIL) this.#tail = this.#tail.slice(-TAIL);
      }
    }
  }

  /** Text while it is short; else in the two parts that the universal stream has. */
  get text(): string | object {
    if (this.#total === 0) return '';
    const tail = this.#tail.slice(-TAIL);
    if (this.#total <= HEAD + TAIL) return [...this.#head, ...tail].join('\n');
    return { head: this.#head.join('\n'), tail: tail.join('\n'), truncated: true, total_lines: this.#total };
  }
}
