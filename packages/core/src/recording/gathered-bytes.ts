/**
 * Pieces of bytes, copied one behind the other until somebody reads them: a copy costs next to nothing, and pieces may be
 * changed or given away by whoever they are for.
 */
const NEW_LINE = 10;
/** Whole lines are whole characters: to decode them piece by piece would take ten times as long. */
const DECODER = new TextDecoder('utf-8', { ignoreBOM: true });

export class GatheredBytes {
  #bytes: Uint8Array = new Uint8Array(0);
  #length = 0;
  /** Before here is no end of a line. */
  #searched = 0;

  get length(): number {
    return this.#length;
  }

  push(piece: Uint8Array): void {
    const length = this.#length + piece.length;
    if (length > this.#bytes.length) this.#grow(length);
    this.#bytes.set(piece, this.#length);
    this.#length = length;
  }

  /** All that there is, until the next piece comes. */
  take(): Uint8Array {
    const all = this.#bytes.subarray(0, this.#length);
    this.#length = this.#searched = 0;
    return all;
  }

  /** What there is up to the end of the last whole line, as text; undefined when no line is whole. */
  takeLines(): string | undefined {
    const end = this.#bytes.subarray(this.#searched, this.#length).lastIndexOf(NEW_LINE);
    if (end < 0) {
      this.#searched = this.#length;
      return undefined;
    }
    const behind = this.#searched + end + 1;
    const text = DECODER.decode(this.#bytes.subarray(0, behind));
    this.#bytes.copyWithin(0, behind, this.#length);
    this.#length -= behind;
    this.#searched = this.#length;
    return text;
  }

  #grow(length: number): void {
    const larger = new Uint8Array(Math.max(length, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
