/**
 * Packs what the page holds: raw deflate, encrypted when the page is locked, in characters that a script element can hold,
 * after the length in bytes.
 */
import type { FormatContext, Piece } from '../contract.ts';
import { toBase124 } from './base124.ts';

/** A script of another type is data to the browser; what is packed has no character that could end it. */
export const openData = (name: string): string => `<script type="text/plain" data-is="${name}">\n`;
export const CLOSE_DATA = '</script>\n';

export class Packer {
  readonly #deflate: NonNullable<FormatContext['deflate']>;
  readonly #lock: FormatContext['lock'];

  constructor({ deflate = platformDeflate, lock }: FormatContext) {
    this.#deflate = deflate;
    this.#lock = lock;
  }

  /** One line, with its end. Blocks that are encrypted know their names, so that none can stand for another. */
  async *pack(json: Uint8Array, name: string): AsyncIterable<Piece> {
    const packed = await this.#deflate(json);
    yield* this.#line(this.#lock ? await this.#lock.seal(packed, name) : packed);
  }

  /** Images are packed already. */
  async *image(line: string, name: string): AsyncIterable<Piece> {
    if (!this.#lock) yield `${line}\n`;
    else yield* this.#line(await this.#lock.seal(new TextEncoder().encode(line), name));
  }

  *#line(bytes: Uint8Array): Iterable<Piece> {
    yield `${bytes.length}:`;
    yield toBase124(bytes);
    yield '\n';
  }
}

/** For programs that give no faster way. */
async function platformDeflate(data: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([data as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream as ReadableStream<Uint8Array>).arrayBuffer());
}
