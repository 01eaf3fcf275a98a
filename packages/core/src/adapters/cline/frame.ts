/** What the events of one record share: where they come from, when, and under which id they stand. */
import type { EventDraft, NativeRecord, Output } from '../contract.ts';
import type { Json } from './native.ts';
import type { ReadingState } from './state.ts';

export interface Frame<State extends ReadingState = ReadingState> {
  readonly state: State;
  readonly value: Json;
  readonly record: NativeRecord;
  readonly out: Output;
  /** Record type for the provenance, and the record's own id. */
  readonly type: string;
  readonly id?: string;
  /** Id of the first event; the others get `.1`, `.2` and so on. */
  readonly base: string;
  readonly time?: string;
  /** Events written so far. */
  count: number;
}

/** An event without what the frame knows. */
export type Draft = Omit<EventDraft, 'id' | 'native' | 'timestamp'>;

/** Adds the next event of the record, under an id of its own if it has one, and returns its id. */
export function addEvent(frame: Frame, draft: Draft, own?: string): string {
  const event = draft as EventDraft;
  event.id = own ?? (frame.count === 0 ? frame.base : `${frame.base}.${frame.count}`);
  frame.count++;
  event.timestamp = frame.time;
  if (frame.state.turn !== undefined) event.turn ??= frame.state.turn;
  event.native = frame.record.native(frame.type, frame.id);
  const id = frame.out.add(event);
  frame.state.last = id;
  return id;
}
