/** Finds the event of a session that somebody means: by its id, or by its number in the session (`logSeq`). */
import { Failure } from '@hansard/core';
import type { Archive } from '../../archive.ts';
import { eventPlace } from '../events/event-place.ts';

/** The event's id. */
export function findEvent({ sql }: Pick<Archive, 'sql'>, sessionId: number, selector: string): string {
  const place = eventPlace(sql, sessionId, selector);
  if (place) return place.id;
  throw new Failure('unknown-event', `The session has no event "${selector}".`);
}
