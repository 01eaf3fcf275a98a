/** Standard output: small pieces are gathered, and a slow reader slows the writer down instead of filling memory. */
import { once } from 'node:events';

const GATHERED = 64 * 1024;

export class Output {
  readonly isTerminal: boolean;
  readonly columns: number;
  readonly #stream: NodeJS.WritableStream;
  #pieces: string[] = [];
  #length = 0;
  #closed = false;

  /** `terminal` is where a pager shows what is written to it. */
  constructor(stream: NodeJS.WritableStream & { isTTY?: boolean; columns?: number }, terminal?: Output) {
    this.#stream = stream;
    this.isTerminal = terminal?.isTerminal ?? stream.isTTY === true;
    this.columns = terminal?.columns ?? (this.isTerminal ? stream.columns || 80 : Number.POSITIVE_INFINITY);
    if (terminal) for (const event of ['error', 'close']) stream.on(event, () => this.#close());
  }

  /** The reader has left: nothing more needs to be written. */
  get isClosed(): boolean {
    return this.#closed;
  }

  #close(): void {
    this.#closed = true;
  }

  async write(text: string | Uint8Array): Promise<void> {
    if (typeof text !== 'string') return this.#writeBytes(text);
    this.#pieces.push(text);
    this.#length += text.length;
    if (this.#length >= GATHERED) await this.flush();
  }

  async #writeBytes(bytes: Uint8Array): Promise<void> {
    await this.flush();
    await this.#send(bytes);
  }

  async flush(): Promise<void> {
    const text = this.#pieces.join('');
    this.#pieces = [];
    this.#length = 0;
    if (text !== '') await this.#send(text);
  }

  async #send(piece: string | Uint8Array): Promise<void> {
    if (this.#closed || this.#stream.write(piece)) return;
    const left = new AbortController();
    const { signal } = left;
    const events = ['drain', 'close', 'error'].map((event) => once(this.#stream, event, { signal }));
    try {
      await Promise.race(events);
    } catch (error) {
      if (!this.#closed) throw error;
    } finally {
      left.abort();
      await Promise.allSettled(events);
    }
  }
}
