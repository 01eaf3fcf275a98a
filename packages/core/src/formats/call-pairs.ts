/** Finds the call that a result answers: the event it names as its cause, or the open call of the same id and source. */
import type { Event } from '../transcript.ts';

export class CallPairs {
  /** Event id of an open call to the key of its call id. */
  readonly #open = new Map<string, string>();
  readonly #byCallId = new Map<string, string>();

  call(event: Event): void {
    const key = keyOf(event);
    this.#open.set(event.id, key);
    if (event.tool?.callId) this.#byCallId.set(key, event.id);
  }

  /** The event id of the call, which is closed by this; undefined when no open call fits. */
  answer(result: Event): string | undefined {
    const { parentId } = result;
    const id = parentId && this.#open.has(parentId) ? parentId : this.#byCallId.get(keyOf(result));
    if (id === undefined || !this.#open.has(id)) return undefined;
    const key = this.#open.get(id) as string;
    this.#open.delete(id);
    if (this.#byCallId.get(key) === id) this.#byCallId.delete(key);
    return id;
  }
}

const keyOf = ({ source = 'primary', tool }: Event): string => JSON.stringify([source, tool?.callId ?? '']);
