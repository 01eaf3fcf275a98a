/**
 * Text of one event after the other, gathered into few large pieces: a piece costs about as much as an event, and so
 * does waiting for an event that is there already.
 */
import type { Event } from '../transcript.ts';

const PIECE = 32 * 1024;

export async function* gather(
  events: Iterable<Event> | AsyncIterable<Event>,
  textOf: (event: Event) => string,
): AsyncIterable<string> {
  let held = '';
  if (Symbol.iterator in events) {
    for (const event of events) {
      held += textOf(event);
      if (held.length < PIECE) continue;
      yield held;
      held = '';
    }
  } else {
    for await (const event of events) {
      held += textOf(event);
      if (held.length < PIECE) continue;
      yield held;
      held = '';
    }
  }
  if (held !== '') yield held;
}
