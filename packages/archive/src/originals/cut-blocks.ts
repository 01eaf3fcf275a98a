/**
 * Cuts the bytes of a file into blocks that end at a record: behind a newline, once there are enough. A record
 * longer than a block makes a longer block; bytes without any newline are cut all the same when they get too many.
 */
export const BLOCK_BYTES = 128 * 1024;
export const MAX_BLOCK_BYTES = 4 * 1024 * 1024;

const NEWLINE = 10;

export class BlockCutter {
  readonly #enough: number;
  #parts: Uint8Array[] = [];
  #bytes = 0;

  constructor(enough = BLOCK_BYTES) {
    this.#enough = enough;
  }

  /** The blocks that are complete with this chunk. The chunk may be reused afterwards. */
  *push(chunk: Uint8Array): Iterable<Uint8Array> {
    let from = 0;
    while (from < chunk.length) {
      const end = this.#cutAt(chunk, from);
      this.#hold(chunk.subarray(from, end ?? chunk.length));
      from = end ?? chunk.length;
      if (end !== undefined) yield this.take();
    }
  }

  /** What is left: the last block, which goes on growing with the file. */
  take(): Uint8Array {
    const block = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#bytes = 0;
    return block;
  }

  get pending(): number {
    return this.#bytes;
  }

  /** Where in the chunk the block under way ends, if it does. */
  #cutAt(chunk: Uint8Array, from: number): number | undefined {
    const enough = from + Math.max(0, this.#enough - this.#bytes - 1);
    const newline = enough < chunk.length ? chunk.indexOf(NEWLINE, enough) : -1;
    const most = from + (MAX_BLOCK_BYTES - this.#bytes);
    if (newline >= 0 && newline < most) return newline + 1;
    return most <= chunk.length ? most : undefined;
  }

  #hold(part: Uint8Array): void {
    this.#parts.push(Uint8Array.prototype.slice.call(part));
    this.#bytes += part.length;
  }
}
