/** Events on their way into the file: a block of them as JSON in UTF-8, and how many are in each. */
import type { FileEvent } from './file-data.ts';

const COMMA = 0x2c;

export class EventBlock {
  readonly #encoder = new TextEncoder();
  readonly counts: number[] = [];
  #bytes = new Uint8Array(1 << 20);
  #count = 0;
  /** Bytes so far. */
  length = 0;

  add(event: FileEvent): void {
    const text = JSON.stringify(event);
    // A unit of UTF-16 takes three bytes at most.
    this.#reserve(text.length * 3 + 2);
    this.#bytes[this.length] = this.#count === 0 ? 0x5b : COMMA;
    this.length += 1 + this.#encoder.encodeInto(text, this.#bytes.subarray(this.length + 1)).written;
    this.#count++;
  }

  #reserve(more: number): void {
    if (this.length + more <= this.#bytes.length) return;
    const bytes = new Uint8Array(Math.max(this.#bytes.length * 2, this.length + more));
    bytes.set(this.#bytes.subarray(0, this.length));
    this.#bytes = bytes;
  }

  /** The JSON list of the events since the last time, valid until the next one is added. */
  take(): Uint8Array {
    this.#bytes[this.length] = 0x5d;
    const bytes = this.#bytes.subarray(0, this.length + 1);
    this.counts.push(this.#count);
    this.length = 0;
    this.#count = 0;
    return bytes;
  }
}
