/**
 * The texts of a chunk's lines. Most lines are so short that the call which decodes one costs as much as the decoding,
 * so a block of lines that is all ASCII is decoded at once and cut up: V8 parses such a cut without copying it.
 */
import { decodeAscii, decodeText } from './decode-text.ts';

/** Small, so that one character beyond ASCII spoils little. */
const BLOCK = 1 << 15;
/** A longer line is decoded by itself: what a block holds of a line that it cuts off is decoded in vain. */
const LONG_LINE = BLOCK >> 3;

export class LineTexts {
  #chunk: Uint8Array | undefined;
  #start = 0;
  #end = 0;
  /** The block as text, if it is all ASCII: then characters and bytes have the same places. */
  #text: string | undefined;

  /** To be called for every chunk: a buffer may come again with other bytes in it. */
  begin(chunk: Uint8Array): void {
    this.#chunk = chunk;
    this.#start = 0;
    this.#end = 0;
  }

  /** The text of `bytes[from, to)`, quickly if these are of the chunk and asked for in order. */
  of(bytes: Uint8Array, from: number, to: number): string {
    if (bytes !== this.#chunk || to - from > LONG_LINE) return decodeText(bytes, from, to);
    if (to > this.#end || from < this.#start) this.#decodeBlock(bytes, from);
    return this.#text === undefined
      ? decodeText(bytes, from, to)
      : this.#text.slice(from - this.#start, to - this.#start);
  }

  #decodeBlock(bytes: Uint8Array, from: number): void {
    this.#start = from;
    this.#end = Math.min(from + BLOCK, bytes.length);
    this.#text = decodeAscii(bytes, from, this.#end);
  }
}
