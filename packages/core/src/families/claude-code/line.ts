/** One record on its way to events: what all of them share, worked out once. */

import type { EventDraft, NativeRecord, Output } from '../../adapters/contract.ts';
import type { Native } from '../../transcript.ts';
import { type Raw, word } from './native.ts';
import type { ReaderState } from './state.ts';

export interface Line {
  readonly value: Raw;
  readonly state: ReaderState;
  readonly out: Output;
  /** The record's own id, or its place. */
  readonly id: string;
  readonly native: Native;
  readonly time: string | undefined;
  readonly turn: string | undefined;
  /** Set when the line belongs to a subagent and not to the input's own agent. */
  readonly source: string | undefined;
}

export function lineOf(
  state: ReaderState,
  record: NativeRecord,
  value: Raw,
  out: Output,
  type: string,
  source: string | undefined,
): Line {
  const uuid = word(value['uuid']);
  const id = uuid ?? record.ref;
  const time = value['timestamp'] as string | undefined;
  return { value, state, out, id, native: record.native(type, uuid), time, turn: state.turn, source };
}

/** An event of the line; the caller adds what it says. */
export function draft(line: Line, id: string, type: string): EventDraft {
  const event: EventDraft = { id, type, timestamp: line.time, native: line.native };
  if (line.turn !== undefined) event.turn = line.turn;
  if (line.source !== undefined) event.source = line.source;
  return event;
}

/** A record that is no conversation: kept whole in `extra`. */
export function note(line: Line, type: 'meta' | 'status' | 'session' | 'turn', fields?: Partial<EventDraft>): void {
  const event = draft(line, line.id, type);
  if (fields) Object.assign(event, fields);
  line.out.add(event);
}
