/** What assembly works on: one session's share of one input, with events that may be held in memory or lie elsewhere. */
import type { EventDraft } from '../adapters/contract.ts';
import type { InputRead } from './input-read.ts';

export interface SessionThread {
  /** As it was read; its events need not be in it. */
  readonly read: InputRead;
  readonly events: ThreadEvents;
  /** An archive's numbers of the events, by place; 0 where there is none. */
  readonly logSeqs?: ArrayLike<number>;
  /** What an archive calls events for which the input has other ids. */
  readonly names?: ReadonlyMap<string, string> | undefined;
}

export interface ThreadEvents {
  readonly length: number;
  at(place: number): EventDraft;
}

/** The trivial case: all of its events are held. */
export function heldThread(read: InputRead): SessionThread {
  const { events } = read;
  return { read, events: { length: events.length, at: (place) => events[place] as EventDraft } };
}
