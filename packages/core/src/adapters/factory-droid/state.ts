/** What reading remembers between records: plain JSON, bounded whatever the length of the session. */
import { note, type Recent } from '../../reading/recent.ts';

export interface Call {
  /** Event of the call. */
  event: string;
  name: string;
  /** What it was about to run, in short. */
  action?: string;
}

export interface ReadingState {
  session?: string;
  model?: string;
  effort?: string;
  turn?: string;
  /** Id of the record before. */
  last?: string;
  /** The stream: the message whose pieces come one by one, and how many came. */
  message?: string;
  pieces: number;
  calls: Recent<Call>;
}

const MAX_CALLS = 100;

export const beginReading = (): ReadingState => ({ pieces: 0, calls: [] });

export function noteCall(state: ReadingState, callId: string, call: Call): void {
  note(state.calls, callId, call, MAX_CALLS);
}
