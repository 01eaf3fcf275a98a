/** What reading remembers between records: plain JSON, bounded whatever the length of the session. */
import type { Recent } from '../../reading/recent.ts';

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
  /** Event of the record before. */
  last?: string;
  calls: Recent<Call>;
}

const MAX_CALLS = 100;

export const beginReading = (): ReadingState => ({ calls: [] });

export function noteCall(state: Pick<ReadingState, 'calls'>, callId: string, call: Call): void {
  // A map of this size would be searched through for every call; looking from the end finds the latest of equal ids.
  if (state.calls.length >= MAX_CALLS) state.calls.splice(0, MAX_CALLS >> 2);
  state.calls.push({ k: callId, v: call });
}
