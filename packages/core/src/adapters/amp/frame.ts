/** What the events of one message share: where they come from, when, and under which id they stand. */
import type { EventDraft, NativeRecord, Output } from '../contract.ts';
import type { ReaderState } from './state.ts';

export interface Frame {
  readonly state: ReaderState;
  readonly record: NativeRecord;
  readonly out: Output;
  readonly type: string;
  readonly id?: string;
  /** Id of the first event; the others get `.1`, `.2` and so on. */
  readonly base: string;
  readonly time?: string;
  /** The subagent that the message belongs to. */
  readonly source?: string;
  /** Events written so far. */
  count: number;
}

/** An event without what the frame knows. */
export type Draft = Omit<EventDraft, 'id' | 'native' | 'timestamp' | 'source'>;

/** Adds the next event of the record and returns its id. */
export function addEvent(frame: Frame, draft: Draft): string {
  const { state, record, time, source, base } = frame;
  const event = draft as EventDraft;
  event.id = frame.count === 0 ? base : `${base}.${frame.count}`;
  frame.count++;
  event.timestamp = time;
  if (state.turn !== undefined) event.turn ??= state.turn;
  if (source !== undefined) event.source = source;
  event.native = record.native(frame.type, frame.id);
  return frame.out.add(event);
}
