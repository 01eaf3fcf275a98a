/** What the events of one record share, and the record itself. */
import { type Draft, type EventFrame, eventId } from '../../reading/event-frame.ts';
import type { EventDraft } from '../contract.ts';
import type { Json } from './native.ts';
import type { ReadingState } from './state.ts';

export type { Draft };

export interface Frame<State extends Pick<ReadingState, 'turn'> = ReadingState> extends EventFrame<State> {
  readonly value: Json;
}

/** Adds the next event of the record and returns its id. Only the main agent has turns. */
export function addEvent(frame: EventFrame, draft: Draft): string {
  const event = draft as EventDraft;
  event.id = eventId(frame.base, frame.count);
  frame.count++;
  event.timestamp = frame.time;
  if (frame.state.turn !== undefined && frame.source === undefined) event.turn = frame.state.turn;
  if (frame.source !== undefined) event.source = frame.source;
  event.native = frame.record.native(frame.type, frame.id);
  return frame.out.add(event);
}
