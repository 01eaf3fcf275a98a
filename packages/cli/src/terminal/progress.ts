/** One line on a terminal that tells how far the work is; nothing where there is no terminal. */
const EVERY_MS = 100;

export class Progress {
  readonly #stream: NodeJS.WriteStream;
  #last = 0;
  #shown = false;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  /** The text is only made when it is time to show it. */
  show(text: string | (() => string)): void {
    const now = Date.now();
    if (!this.#stream.isTTY || now - this.#last < EVERY_MS) return;
    this.#last = now;
    this.#shown = true;
    this.#stream.write(
      `\r\u001b[K${(typeof text === 'string' ? text : text()).slice(0, (this.#stream.columns ?? 80) - 1)}`,
    );
  }

  clear(): void {
    if (this.#shown) this.#stream.write('\r\u001b[K');
    this.#shown = false;
  }
}
