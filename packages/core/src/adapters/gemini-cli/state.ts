/** What is remembered between records: which events came from which recent message, so that they can be hidden. */
import type { EventDraft, Output } from '../contract.ts';

export interface ReadingState {
  /** A log writes a message again when it changes; a document holds it once. */
  isLog: boolean;
  /** Recent messages: the events made from each. */
  messages: Record<string, string[]>;
  /** Rough size of `messages`. */
  size: number;
  /** Whether the header was read, and whether any message came after it. */
  begun: boolean;
  fresh: boolean;
  /** The event that the last record touched. */
  last?: string;
}

const MAX_SIZE = 40_000;
const MAX_EVENTS = 200;

export function beginReading(isLog: boolean): ReadingState {
  return { isLog, messages: {}, size: 0, begun: false, fresh: true };
}

export function remember(state: ReadingState, message: string, event: string): void {
  let events = state.messages[message];
  if (!events) {
    events = [];
    state.messages[message] = events;
    state.size += message.length + 8;
  }
  if (events.length >= MAX_EVENTS || events.includes(event)) return;
  events.push(event);
  state.size += event.length + 3;
  if (state.size > MAX_SIZE) forgetOldest(state);
}

export function forget(state: ReadingState, message: string): void {
  const events = state.messages[message];
  if (!events) return;
  delete state.messages[message];
  state.size -= message.length + 8 + events.reduce((sum, event) => sum + event.length + 3, 0);
}

function forgetOldest(state: ReadingState): void {
  for (const message of Object.keys(state.messages)) {
    if (state.size <= MAX_SIZE / 2) return;
    forget(state, message);
  }
}

/** Writes an event of a message: in a log the latest state wins, in a document ids that collide must not merge. */
export function emit(state: ReadingState, out: Output, event: EventDraft, message?: string): string {
  let { id } = event;
  if (state.isLog) out.put(event);
  else id = out.add(event);
  state.last = id;
  if (message) remember(state, message, id);
  return id;
}
