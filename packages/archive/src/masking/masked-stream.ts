/** Writes over what was removed in bytes that come in chunks. Memory stays within a few margins and the largest chunk. */
import type { Masker } from './masker.ts';

export class MaskedStream {
  readonly #masker: Masker;
  /** Bytes that were handed out and are still seen by what follows, then bytes that wait for what follows. */
  #held = Buffer.alloc(0);
  #waiting = 0;
  /** Whether anything had to be written over. */
  isMasked = false;

  constructor(masker: Masker) {
    this.#masker = masker;
  }

  /** What is settled by now. */
  push(chunk: Uint8Array): Buffer {
    this.#held = Buffer.concat([this.#held, chunk]);
    this.#waiting += chunk.length;
    return this.#settle(this.#waiting - this.#masker.margin);
  }

  /** The rest. */
  finish(): Buffer {
    return this.#settle(this.#waiting);
  }

  #settle(count: number): Buffer {
    if (count <= 0) return Buffer.alloc(0);
    const from = this.#held.length - this.#waiting;
    const masked = this.#masker.mask(this.#held);
    const settled = Buffer.from((masked?.bytes ?? this.#held).subarray(from, from + count));
    if (masked?.hits.some(({ start, end }) => start < from + count && end > from)) this.isMasked = true;
    this.#waiting -= count;
    this.#held = this.#held.subarray(Math.max(0, from + count - this.#masker.margin));
    return settled;
  }
}
