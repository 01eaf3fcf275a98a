/** What is remembered between records: which events came from which recent message, so that they can be hidden. */
import { forget, type Recent, recall } from '../../reading/recent.ts';
import type { EventDraft, Output } from '../contract.ts';

export interface ReadingState {
  /** A log writes a message again when it changes; a document holds it once. */
  isLog: boolean;
  /** Recent messages: the events made from each. */
  messages: Recent<string[]>;
  /** Rough size of `messages`. */
  size: number;
  /** Whether the header was read, and whether any message came after it. */
  begun: boolean;
  fresh: boolean;
  /** The event that the last record touched. */
  last?: string;
}

const MAX_SIZE = 32_000;
const MAX_IDS = 1000;
const OVERHEAD = 20;
const MAX_EVENTS = 200;

export function beginReading(isLog: boolean): ReadingState {
  return { isLog, messages: [], size: 0, begun: false, fresh: true };
}

export function noteEvent(state: ReadingState, message: string, event: string): void {
  // Nothing real is this long, and the state has to stay small.
  if (message.length + event.length > MAX_IDS) return;
  let events = recall(state.messages, message);
  if (!events) {
    events = [];
    state.messages.push({ k: message, v: events });
    state.size += message.length + OVERHEAD;
  }
  if (events.length >= MAX_EVENTS || events.includes(event)) return;
  events.push(event);
  state.size += event.length + 3;
  while (state.size > MAX_SIZE && state.messages.length > 1)
    forgetMessage(state, (state.messages[0] as { k: string }).k);
}

export function forgetMessage(state: ReadingState, message: string): void {
  const events = recall(state.messages, message);
  if (!events) return;
  forget(state.messages, message);
  state.size -= message.length + OVERHEAD + events.reduce((sum, event) => sum + event.length + 3, 0);
}

/** Writes an event of a message: in a log the latest state wins, in a document ids that collide must not merge. */
export function emit(state: ReadingState, out: Output, event: EventDraft, message?: string): string {
  let { id } = event;
  if (state.isLog) out.put(event);
  else id = out.add(event);
  state.last = id;
  if (message) noteEvent(state, message, id);
  return id;
}
