/** The `meta` event that says which output was shortened, and by how much. */
import { defined } from '../../reading/defined.ts';
import type { Event } from '../../transcript.ts';
import type { Shortening } from './string-redactor.ts';

/** Its number is given when all other events have theirs. */
export function shorteningNote(event: Event, shortenings: readonly Shortening[]): Event {
  const characters = shortenings.reduce((sum, shortening) => sum + shortening.characters, 0);
  return defined<Event>({
    id: `${event.id}:shortened`,
    seq: event.seq,
    timestamp: event.timestamp,
    timestampSource: 'previous',
    type: 'meta',
    text: `Output was shortened: ${characters} characters left out`,
    source: event.source,
    turn: event.turn,
    parentId: event.id,
    native: { type: 'shortened', synthetic: true },
    extra: { shortened: [...shortenings] },
  });
}
