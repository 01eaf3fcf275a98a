/**
 * Which turn is open. Turns are the session's own agent's, one at a time: a subagent works inside one of them. Where
 * the agent tells no turns, one begins with each message of the user, and with the agent's first work where the stream
 * does not repeat what the user said.
 */
import type { Event } from '../../transcript.ts';
import { WORK_TYPES } from '../../turns/turn-step.ts';
import type { SavedTurns } from './saved-projector.ts';

/** Of the turns that were closed, how many are saved: none goes on after so many others. */
const SAVED = 500;

export class Turns {
  /** The turn that is open now. */
  open: string | undefined;
  /** The agent itself said that it began. */
  #native: boolean;
  readonly #closed: Set<string>;

  constructor(saved?: SavedTurns) {
    this.open = saved?.open;
    this.#native = saved?.native === true;
    this.#closed = new Set(saved?.closed);
  }

  save(): SavedTurns {
    return {
      ...(this.open === undefined ? {} : { open: this.open }),
      ...(this.#native ? { native: true } : {}),
      closed: [...this.#closed].slice(-SAVED),
    };
  }

  /** The agent began a turn and did not say that it ended. */
  get isUnfinished(): boolean {
    return this.open !== undefined && this.#native;
  }

  /** The turn that must begin before this event; undefined when it belongs to the open one, or to none. */
  before(event: Event): string | undefined {
    if (event.turn !== undefined && !this.#closed.has(event.turn)) {
      return event.turn === this.open ? undefined : event.turn;
    }
    return this.#ofMessage(event) ?? this.#ofWork(event);
  }

  isNew(id: string): boolean {
    return id !== this.open && !this.#closed.has(id);
  }

  begin(id: string, native: boolean): void {
    [this.open, this.#native] = [id, native];
  }

  end(): void {
    if (this.open !== undefined) this.#closed.add(this.open);
    this.open = undefined;
  }

  /** Inside a turn that the agent began, a message of the user without one is part of it. */
  #ofMessage({ type, id }: Event): string | undefined {
    if (type !== 'user_message' || this.isUnfinished) return undefined;
    const turn = `turn-${id}`;
    return this.isNew(turn) ? turn : undefined;
  }

  /** What follows a turn belongs to it, however late; what none precedes is the beginning of one. */
  #ofWork({ type, id }: Event): string | undefined {
    if (type === 'error' || !WORK_TYPES.has(type) || this.open !== undefined || this.#closed.size > 0) return undefined;
    return `turn-${id}`;
  }
}

export const isStart = ({ type, phase }: Event): boolean => type === 'turn' && phase === 'started';
