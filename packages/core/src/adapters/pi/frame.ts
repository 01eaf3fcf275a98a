/** What the events of one record share: where they come from, when, and under which id they stand. */
import type { EventDraft, NativeRecord, Output } from '../contract.ts';
import type { ReaderState } from './state.ts';

export interface Frame {
  readonly state: ReaderState;
  readonly record: NativeRecord;
  readonly out: Output;
  /** Record type, as it is in `native`. */
  readonly type: string;
  /** Native id of the record. */
  readonly id?: string;
  /** Id of the first event; the others get `.1`, `.2` and so on. */
  readonly base: string;
  readonly time?: string;
  readonly branch?: string;
  /** Events written so far. */
  count: number;
}

/** An event without what the frame knows. */
export type Draft = Omit<EventDraft, 'id' | 'native' | 'timestamp'>;

/** Adds the next event of the record and returns its id. */
export function addEvent(frame: Frame, draft: Draft): string {
  const id = eventId(frame.base, frame.count++);
  return addAs(frame, id, draft);
}

export function addAs(frame: Frame, id: string, draft: Draft): string {
  const { state, record, time, branch } = frame;
  const event = draft as EventDraft;
  event.id = id;
  event.timestamp = time;
  if (state.turn !== undefined) event.turn ??= state.turn;
  if (branch !== undefined) event.branch = branch;
  event.native = record.native(frame.type, frame.id);
  return frame.out.add(event);
}

export function eventId(base: string, index: number): string {
  return index === 0 ? base : `${base}.${index}`;
}
