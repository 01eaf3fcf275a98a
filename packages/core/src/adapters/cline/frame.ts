/** What the events of one record share, and the record itself. */
import { addEvent as addFramed, type Draft, type EventFrame } from '../../reading/event-frame.ts';
import type { Json } from './native.ts';
import type { ReadingState } from './state.ts';

export type { Draft };

export interface Frame<State extends ReadingState = ReadingState> extends EventFrame<State> {
  readonly value: Json;
}

/** Adds the next event of the record, under an id of its own if it has one, and returns its id. */
export function addEvent(frame: Frame, draft: Draft, own?: string): string {
  const id = addFramed(frame, draft, own);
  frame.state.last = id;
  return id;
}
