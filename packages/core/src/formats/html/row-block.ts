/** Rows on their way into the file: a block of them as JSON in UTF-8, and what the index says of all. */
import { linesOf, type Row, type RowIndex, SIZES } from './row.ts';

const COMMA = 0x2c;

export class RowBlock {
  readonly #encoder = new TextEncoder();
  readonly #kinds: string[] = [];
  readonly #sizes: string[] = [];
  readonly #counts: number[] = [];
  readonly #times: number[] = [];
  #bytes = new Uint8Array(1 << 20);
  #count = 0;
  /** Bytes so far. */
  length = 0;
  /** Of the last row that had one, in milliseconds. */
  time = 0;

  add(row: Row, time: number): void {
    if (this.#count === 0) this.#times.push(this.time);
    const text = JSON.stringify(row);
    // A unit of UTF-16 takes three bytes at most.
    this.#reserve(text.length * 3 + 2);
    this.#bytes[this.length] = this.#count === 0 ? 0x5b : COMMA;
    this.length += 1 + this.#encoder.encodeInto(text, this.#bytes.subarray(this.length + 1)).written;
    this.#count++;
    this.time = time;
    this.#kinds.push(row[0]);
    this.#sizes.push(SIZES[linesOf(row)] ?? '0');
  }

  #reserve(more: number): void {
    if (this.length + more <= this.#bytes.length) return;
    const bytes = new Uint8Array(Math.max(this.#bytes.length * 2, this.length + more));
    bytes.set(this.#bytes.subarray(0, this.length));
    this.#bytes = bytes;
  }

  /** The JSON list of the rows since the last time, valid until the next row is added. */
  take(): Uint8Array {
    this.#bytes[this.length] = 0x5d;
    const bytes = this.#bytes.subarray(0, this.length + 1);
    this.#counts.push(this.#count);
    this.length = 0;
    this.#count = 0;
    return bytes;
  }

  index(): RowIndex {
    return { kinds: this.#kinds.join(''), sizes: this.#sizes.join(''), counts: this.#counts, times: this.#times };
  }
}
