/** What reading remembers between records: plain JSON, bounded whatever the length of the session. */
import { note, type Recent } from '../../reading/recent.ts';

export interface Call {
  /** Event of the call. */
  event: string;
  name: string;
  /** Event of the result, once output came. */
  result?: string;
  /** The file that the call is about. */
  path?: string;
}

export interface ReadingState {
  session?: string;
  /** Event of the session's beginning. */
  begun?: string;
  turn?: string;
  /** Hash of the system prompt. */
  prompt?: string;
  /** Event of the record before. */
  last?: string;
  calls: Recent<Call>;
}

const MAX_CALLS = 100;

export const beginReading = (): ReadingState => ({ calls: [] });

export function noteCall(state: Pick<ReadingState, 'calls'>, callId: string, call: Call): void {
  note(state.calls, callId, call, MAX_CALLS);
}
