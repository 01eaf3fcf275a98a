/** Cuts bytes into lines, at LF alone. A line without an end is cut when it is too long to be held. */
const LF = 0x0a;
const CR = 0x0d;
export const LONGEST_LINE = 64 * 1024 * 1024;

export class LineSplitter {
  #rest: Uint8Array[] = [];
  #length = 0;

  /** The lines that are complete, without their ends. */
  push(chunk: Uint8Array): Uint8Array[] {
    const lines: Uint8Array[] = [];
    let from = 0;
    for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, from)) {
      lines.push(this.#take(chunk.subarray(from, at)));
      from = at + 1;
    }
    if (from < chunk.length) this.#keep(chunk.subarray(from));
    if (this.#length > LONGEST_LINE) lines.push(this.#take(new Uint8Array()));
    return lines.filter((line) => line.length > 0);
  }

  /** What came after the last end. */
  finish(): Uint8Array[] {
    return this.#length > 0 ? [this.#take(new Uint8Array())] : [];
  }

  #keep(piece: Uint8Array): void {
    this.#rest.push(Uint8Array.prototype.slice.call(piece));
    this.#length += piece.length;
  }

  #take(last: Uint8Array): Uint8Array {
    const whole = this.#rest.length === 0 ? last : Buffer.concat([...this.#rest, last]);
    this.#rest = [];
    this.#length = 0;
    return whole.at(-1) === CR ? whole.subarray(0, -1) : whole;
  }
}
