/** Sees a body on its way: its pieces, and once how it ended. What goes wrong in that never reaches who reads the body. */
export type HowEnded = 'end' | 'cancel' | 'error';

export abstract class Tap {
  #ended = false;

  /** Nothing more is seen. */
  get ended(): boolean {
    return this.#ended;
  }

  push(chunk: Uint8Array): void {
    if (this.#ended) return;
    try {
      this.seen(chunk);
    } catch (error) {
      this.failed(error);
    }
  }

  /** The body ended, the program left it, or it broke; what is told first counts. */
  end(how: HowEnded, error?: unknown): void {
    if (this.#ended) return;
    this.#ended = true;
    try {
      this.over(how, error);
    } catch (failure) {
      this.failed(failure);
    }
  }

  protected abstract seen(chunk: Uint8Array): void;
  protected abstract over(how: HowEnded, error: unknown): void;
  protected abstract failed(error: unknown): void;
}
