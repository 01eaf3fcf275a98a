/**
 * What reading a thread must remember between two records: the turn, the model, open calls, texts that may come
 * again, token totals. Everything is bounded and holds no long text, so that it stays small in a long session.
 */

import type { EventDraft, NativeRecord, Output } from '../../adapters/contract.ts';
import { type Briefing, refer } from '../../reading/briefing.ts';
import { isPlainTime, readTime } from '../../reading/time.ts';
import type { ToolKind } from '../../transcript.ts';
import { isPlainId } from './native.ts';
import type { Totals } from './usage.ts';

export interface CallNote {
  callId: string;
  /** Event id of the call. */
  event: string;
  name: string;
  kind: ToolKind;
  server?: string;
  /** Event id of the first result, and how many there are. */
  result?: string;
  results?: number;
  /** The call has not ended. */
  open?: boolean;
  /** Number of the terminal or script that a later call goes on with. */
  session?: string;
  /** The terminal or script of an earlier call that this one goes on with. */
  goesOn?: string;
  /** Which of the two copies of the result were seen. */
  item?: boolean;
  output?: boolean;
}

/** A text that may come a second time from the other stream (`r`esponse items, `e`vents). */
export interface Twin {
  kind: string;
  mark: number;
  event: string;
  stream: 'r' | 'e';
}

/** Questions that one call asked, by their own ids. */
export interface Asked {
  callId: string;
  asked: string[];
}

export interface ThreadState {
  thread?: string;
  turn?: string;
  model?: string;
  /** As the session’s header names it. */
  provider?: string;
  variant?: string;
  /** Marks of the settings last shown, by record type. */
  settings: Record<string, number>;
  /** The thread is the automatic reviewer's: its prompts are written by the agent, not by a user. */
  reviewer?: boolean;
  /** In the copied history of the thread this one was forked from; the time of its first record. */
  inherited?: { since?: string };
  /** The history lies in another file, and no totals were seen yet. */
  continues?: boolean;
  /** How many calls are remembered, where several threads share one state. */
  room?: number;
  calls: CallNote[];
  twins: Twin[];
  questions: Asked[];
  /** Last event of the model's response under way. */
  last?: string;
  totals?: Totals;
  /** All tokens of the totals that were told so far, the latest of them. */
  counted?: number[];
  /** Usage is recorded per response: totals are not differenced as well. */
  recorded?: boolean;
  /** Events that take records which repeat what is known of usage or settings, and how many each took. */
  repeats: Partial<Record<'usage' | 'settings', { event: string; taken: number }>>;
  /** How many prompts the turn under way has had. */
  prompts?: { turn: string; count: number };
  /** Messages that are still being streamed. */
  streams?: string[];
  /** The message and the reasoning that deltas without an id belong to. */
  growing?: Record<string, string>;
  briefing?: Briefing;
  /** Compaction under way and the records that told of it. */
  compaction?: { event: string; told: string };
}

/** A thread, the record at hand and where its events go. */
export interface Reading {
  readonly state: ThreadState;
  readonly record: NativeRecord;
  readonly out: Output;
  readonly time?: string;
}

/** The record's time, for fields that the reader does not check. */
export const timeOf = (r: Reading): string | undefined => (isPlainTime(r.time) ? r.time : readTime(r.time));

export const newThread = (): ThreadState => ({ settings: {}, calls: [], twins: [], questions: [], repeats: {} });

const MAX_CALLS = 72;
const MAX_REPEATS = 8;

/** What is not noted is still found by its id, as an event: it only takes no second copy. */
export function noteCall(state: ThreadState, note: CallNote): void {
  if (!isPlainId(note.callId)) return;
  state.calls.push(note);
  if (state.calls.length > (state.room ?? MAX_CALLS)) state.calls.shift();
}

/** Newest first: results follow their calls closely. */
export function findCall(state: ThreadState, matches: (note: CallNote) => boolean): CallNote | undefined {
  for (let i = state.calls.length - 1; i >= 0; i--) {
    const note = state.calls[i] as CallNote;
    if (matches(note)) return note;
  }
  return undefined;
}

export function callOf(state: ThreadState, callId: string, among = MAX_CALLS): CallNote | undefined {
  const { calls } = state;
  const oldest = Math.max(0, calls.length - among);
  for (let i = calls.length - 1; i >= oldest; i--) if ((calls[i] as CallNote).callId === callId) return calls[i];
  return undefined;
}

/**
 * The beginning of an event made from the record at hand. All fields that most events have are laid out at once:
 * an object that grows field by field is moved again and again.
 */
export function draft(r: Reading, id: string, type: string, nativeType: string, nativeId?: string): EventDraft {
  return {
    id,
    type,
    timestamp: r.time,
    native: r.record.native(nativeType, nativeId),
    turn: r.state.turn,
    role: undefined,
    model: undefined,
    provider: undefined,
    variant: undefined,
    text: undefined,
    tool: undefined,
    parts: undefined,
    parentId: undefined,
    extra: undefined,
  };
}

/** An event of the model's own: it carries the model, and takes the usage of its response. */
export function modelEvent(r: Reading, id: string, type: string, nativeType: string, nativeId?: string): EventDraft {
  const event = draft(r, id, type, nativeType, nativeId);
  event.role = 'assistant';
  event.model = r.state.model;
  event.provider = r.state.provider;
  event.variant = r.state.variant;
  if (r.state.last === undefined && r.state.briefing) refer(event, r.state.briefing);
  return event;
}

export function addModelEvent(r: Reading, event: EventDraft): string {
  const id = r.out.add(event);
  r.state.last = id;
  return id;
}

/** Bookkeeping: kept, and shown to nobody as words. */
export function addMeta(r: Reading, nativeType: string, extra?: EventDraft['extra'], id = r.record.ref): string {
  const event = draft(r, id, 'meta', nativeType);
  if (extra) event.extra = extra;
  return r.out.add(event);
}

export function addStatus(
  r: Reading,
  nativeType: string,
  label: string,
  more: Partial<EventDraft> & { detail?: string } = {},
): string {
  const { detail, id, ...rest } = more;
  const event = draft(r, id ?? r.record.ref, 'status', nativeType);
  event.status = detail ? { label, detail } : { label };
  return r.out.add(Object.assign(event, rest));
}

/** Joins a record that says nothing new to an earlier event; now and then to a new one, so that none grows without end. */
export function addRepeat(r: Reading, what: 'usage' | 'settings', nativeType: string): void {
  const { repeats } = r.state;
  const at = repeats[what];
  if (at && at.taken < MAX_REPEATS && r.out.patch(at.event, { native: r.record.native(nativeType) })) at.taken++;
  else repeats[what] = { event: addMeta(r, nativeType), taken: 0 };
}
