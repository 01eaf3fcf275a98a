/**
 * Lines that a person types, taken by whoever waits for one: the conversation between turns, a question while the agent works. With two
 * readers of the same terminal, an answer would be sent to the agent as a message, too.
 */
import { createInterface, type Interface } from 'node:readline';

export class TerminalLines {
  readonly #input: Interface;
  readonly #typed: string[] = [];
  #waiting: ((line: string | undefined) => void) | undefined;
  #isClosed = false;

  constructor() {
    this.#input = createInterface({ input: process.stdin });
    this.#input.on('line', (line) => {
      if (this.#waiting) this.#give(line);
      else this.#typed.push(line);
    });
    this.#input.on('close', () => {
      this.#isClosed = true;
      this.#give(undefined);
    });
  }

  /** The next line; undefined at the end of input, or when the waiting is ended. */
  next(signal?: AbortSignal): Promise<string | undefined> {
    const typed = this.#typed.shift();
    if (typed !== undefined || this.#isClosed || signal?.aborted) return Promise.resolve(typed);
    return new Promise((resolve) => {
      const stop = () => this.#give(undefined);
      signal?.addEventListener('abort', stop, { once: true });
      this.#waiting = (line) => {
        signal?.removeEventListener('abort', stop);
        resolve(line);
      };
    });
  }

  close(): void {
    this.#input.close();
  }

  #give(line: string | undefined): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.(line);
  }
}
