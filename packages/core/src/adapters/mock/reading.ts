/** One line of the mock on its way into the transcript. */
import type { EventDraft, NativeRecord, Output } from '../contract.ts';
import { idOf, type Json, type LineType } from './native.ts';
import type { State } from './state.ts';

export interface Reading {
  readonly state: State;
  readonly record: NativeRecord;
  readonly line: Json;
  readonly type: LineType;
  readonly out: Output;
}

/** An event of the line, under the id that the line gives it or under that of its place. */
export function draft(
  { state, record, line, type }: Reading,
  kind: string,
  rest: Partial<EventDraft> = {},
): EventDraft {
  return {
    id: record.ref,
    type: kind,
    ...(state.turn === undefined ? {} : { turn: state.turn }),
    native: record.native(type, idOf(line['id'])),
    ...rest,
  };
}
