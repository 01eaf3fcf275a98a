/** Standard output: small pieces are gathered, and a slow reader slows the writer down instead of filling memory. */
import { once } from 'node:events';

const GATHERED = 64 * 1024;

export class Output {
  readonly isTerminal: boolean;
  readonly columns: number;
  readonly #stream: NodeJS.WritableStream;
  #pieces: string[] = [];
  #length = 0;

  constructor(stream: NodeJS.WritableStream & { isTTY?: boolean; columns?: number }) {
    this.#stream = stream;
    this.isTerminal = stream.isTTY === true;
    this.columns = this.isTerminal ? stream.columns || 80 : Number.POSITIVE_INFINITY;
  }

  async write(text: string | Uint8Array): Promise<void> {
    if (typeof text !== 'string') return this.#writeBytes(text);
    this.#pieces.push(text);
    this.#length += text.length;
    if (this.#length >= GATHERED) await this.flush();
  }

  async #writeBytes(bytes: Uint8Array): Promise<void> {
    await this.flush();
    if (!this.#stream.write(bytes)) await once(this.#stream, 'drain');
  }

  async flush(): Promise<void> {
    const text = this.#pieces.join('');
    this.#pieces = [];
    this.#length = 0;
    if (text !== '' && !this.#stream.write(text)) await once(this.#stream, 'drain');
  }
}
