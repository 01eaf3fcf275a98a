/** Where a session's turns begin: a new turn id of the agent itself, or its user's next message where there are no ids. */
import type { Event } from '../../transcript.ts';

const WORK = new Set(['assistant_message', 'reasoning', 'tool_call']);

export class Turns {
  readonly #whole: boolean;
  readonly #seen = new Set<string>();
  #worked = false;
  #begun = false;

  /** With `whole`, the session is one turn. */
  constructor(whole: boolean) {
    this.#whole = whole;
  }

  /** False, and nothing else, when the event is the first of another turn. */
  takes(event: Event): boolean {
    const { type, turn, source = 'primary' } = event;
    if (source !== 'primary' || this.#whole) return true;
    if (this.#begun && this.#isNext(event)) return false;
    this.#begun ||= type === 'user_message' || WORK.has(type) || turn !== undefined;
    this.#worked ||= WORK.has(type);
    if (turn !== undefined) this.#seen.add(turn);
    return true;
  }

  /** From here on it is another turn. */
  next(): void {
    this.#begun = false;
    this.#worked = false;
  }

  /** A turn that was there before goes on later: background work does not begin another one. */
  #isNext({ type, turn }: Event): boolean {
    if (turn === undefined) return type === 'user_message' && this.#worked;
    return !this.#seen.has(turn) && (this.#seen.size > 0 || this.#worked);
  }
}
