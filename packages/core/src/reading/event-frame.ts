/** What the events of one record share: where they come from, when, and under which id they stand. */
import type { EventDraft, NativeRecord, Output } from '../adapters/contract.ts';

export interface EventFrame<State extends { turn?: string } = { turn?: string }> {
  readonly state: State;
  readonly record: NativeRecord;
  readonly out: Output;
  /** Record type for the provenance, and the record's own id. */
  readonly type: string;
  readonly id?: string;
  /** Id of the first event; the others get `.1`, `.2` and so on. */
  readonly base: string;
  readonly time?: string;
  /** The subagent that the record belongs to. */
  readonly source?: string;
  /** Events written so far. */
  count: number;
}

/** An event without what the frame knows. */
export type Draft = Omit<EventDraft, 'id' | 'native' | 'timestamp' | 'source'>;

/** Adds the next event of the record, under an id of its own if it has one, and returns its id. */
export function addEvent(frame: EventFrame, draft: Draft, own?: string): string {
  const event = draft as EventDraft;
  event.id = own ?? eventId(frame.base, frame.count);
  frame.count++;
  event.timestamp = frame.time;
  if (frame.state.turn !== undefined) event.turn ??= frame.state.turn;
  if (frame.source !== undefined) event.source = frame.source;
  event.native = frame.record.native(frame.type, frame.id);
  return frame.out.add(event);
}

export function eventId(base: string, index: number): string {
  return index === 0 ? base : `${base}.${index}`;
}
