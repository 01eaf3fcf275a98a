/** What the events of one record share, and the branch that it is on. */

import type { EventDraft } from '../../adapters/contract.ts';
import { type Draft, type EventFrame, eventId } from '../../reading/event-frame.ts';
import { readTime } from '../../reading/time.ts';
import { type Native, restOf } from './native.ts';
import type { ReaderState } from './state.ts';

export { type Draft, eventId };

export interface Frame extends Omit<EventFrame<ReaderState>, 'source'> {
  readonly branch?: string;
}

/** What no field holds, and the message's own time where neither the entry nor the event's id has it. */
export function messageRest(frame: Frame, message: Native, known: ReadonlySet<string>): Native | undefined {
  const rest = restOf(message, known);
  const said = message['timestamp'];
  const isTold = frame.base.endsWith(`-${said}`) || readTime(said) === frame.time;
  if (said === undefined || frame.time === undefined || isTold) return rest;
  return { ...rest, timestamp: said };
}

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
