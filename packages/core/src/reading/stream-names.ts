/** Gives events of streams that have ids of their own the ids by which better inputs of the session know them. */
import type { EventDraft } from '../adapters/contract.ts';
import { type OwnIds, SameEvents } from './same-events.ts';

/** By the stream's ids. */
export type Names = Map<string, string>;

export class StreamNames {
  readonly #same = new SameEvents();
  readonly #isKnown: (id: string) => boolean;

  /** `isKnown` tells whether a better input has an event of that id. */
  constructor(isKnown: (id: string) => boolean) {
    this.#isKnown = isKnown;
  }

  /** The next event of an input; `line` is empty for the session's own agent. The best inputs come first. */
  named(event: EventDraft, line: string, ownIds: OwnIds | undefined, names: Names): EventDraft {
    const speaker = line === '' ? 'own' : 'subagent';
    const known = renamed(event, names);
    if (!ownIds) {
      this.#same.learn(known.id, known, speaker);
      return known;
    }
    if (this.#isKnown(known.id)) this.#same.pass(known.id);
    else {
      const id = this.#same.find(known, speaker, ownIds);
      if (id !== undefined) names.set(event.id, id);
    }
    return renamed(event, names);
  }
}

/** An event with other ids for itself and for what it refers to. */
export function renamed(event: EventDraft, names: ReadonlyMap<string, string>): EventDraft {
  if (names.size === 0) return event;
  const id = names.get(event.id);
  const parentId = names.get(event.parentId ?? '');
  if (id === undefined && parentId === undefined) return event;
  return { ...event, ...(id === undefined ? {} : { id }), ...(parentId === undefined ? {} : { parentId }) };
}
