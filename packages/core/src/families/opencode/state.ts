/** What is remembered between records: a few recent messages, no texts. */
import type { EventDraft, Output } from '../../adapters/contract.ts';
import { type Recent, recall, remember } from '../../reading/recent.ts';

export interface MessageState {
  role: string;
  model?: string;
  provider?: string;
  turn?: string;
  /** A compaction's summary rather than an answer. */
  summary?: boolean;
  /** The message itself was read: it tells the numbers, so the step's repetition is not counted. */
  counted?: boolean;
  inherited?: boolean;
  withdrawn?: boolean;
  /** The event that holds what the user said, and which parts are in it already. */
  user?: { event: string; parts: string[]; hasText: boolean; shown: NonNullable<EventDraft['parts']> };
  /** Events made from its parts, so that a stream can withdraw them. */
  events?: string[];
}

export interface SessionState {
  /** Fork: messages created before this (ms) are copies. */
  forkedAt?: number;
  /** What the user took back, from this message or part on. */
  revert?: { message: string; part?: string };
  turn?: string;
}

export interface ReadingState {
  /** A stream repeats records as they change: a later one patches the earlier one's event. */
  live: boolean;
  messages: Recent<MessageState>;
  /** Several in a stream, one elsewhere. */
  sessions: Recent<SessionState>;
  /** The session a stream began with; records without a session belong to it. */
  main?: string;
  /** Ids of recent calls. */
  calls: string[];
  /** Requests that wait for an answer. */
  pending: Recent<{ action: string; callId?: string }>;
  /** Calls of which the stream has told the questions: the call, which holds them too, does not tell them again. */
  asked?: string[];
  /** Last error of a session, which the message repeats. */
  error?: { event: string; key: string };
}

const MAX_MESSAGES = 16;
const MAX_EVENTS = 64;
const MAX_PENDING = 32;
const MAX_CALLS = 100;
const MAX_SESSIONS = 32;

export function beginReading(live = false): ReadingState {
  return { live, messages: [], sessions: [], calls: [], pending: [] };
}

export function rememberAsked(state: ReadingState, callId: string): void {
  state.asked = [...(state.asked ?? []), callId.slice(0, MAX_ID)].slice(-MAX_PENDING);
}

/** Nothing real is this long, and the state has to stay small. */
const MAX_ID = 256;

export function rememberMessage(state: ReadingState, id: string, message: MessageState): void {
  if (id.length <= MAX_ID) remember(state.messages, id, message, MAX_MESSAGES);
}

/** State of the session that a record names; what is not a stream has but one. */
export function sessionOf(state: ReadingState, id: unknown): SessionState {
  const key = state.live && typeof id === 'string' && id.length <= MAX_ID ? id : '';
  return recall(state.sessions, key) ?? remember(state.sessions, key, {}, MAX_SESSIONS);
}

/** The call's own id, unless another call had it before: ids that were redacted must not make one of many. */
export function callIdOf(state: ReadingState, callId: string | undefined, ref: string): string {
  if (!callId || callId.length > MAX_ID) return ref;
  // A stream tells of a call many times, and of its copy in a fork.
  if (state.live) return callId;
  if (state.calls.includes(callId)) return ref;
  state.calls.push(callId);
  if (state.calls.length > MAX_CALLS) state.calls.shift();
  return callId;
}

export function rememberPending(state: ReadingState, id: string, action: string, callId?: string): void {
  if (id.length + action.length + (callId?.length ?? 0) > MAX_ID * 2) return;
  remember(state.pending, id, { action, ...(callId ? { callId } : {}) }, MAX_PENDING);
}

/** Writes an event. In documents and stores a record comes once, and ids that collide must not merge. */
export function emit(state: ReadingState, out: Output, event: EventDraft, message?: MessageState): string {
  if (message?.withdrawn) event.withdrawn = true;
  if (!state.live) return out.add(event);
  if (message) {
    message.events ??= [];
    const isNew = event.id.length <= MAX_ID && !message.events.includes(event.id);
    if (isNew && message.events.length < MAX_EVENTS) message.events.push(event.id);
  }
  // The event keeps the time at which it was first told of.
  const { id, native: _native, timestamp: _timestamp, ...change } = event;
  return out.patch(id, change) ? id : out.add(event);
}
