/**
 * What reading remembers between records: plain JSON, bounded whatever the length of the session. The lists
 * forget their oldest entries; ids and names are cut, because a hostile record may hold a string of any length.
 */

import type { Briefing } from '../../reading/briefing.ts';
import { recall, remember } from '../../reading/keyed-list.ts';
import type { Recent } from '../../reading/recent.ts';
import type { Path } from './branches.ts';
import type { Running } from './running.ts';

export interface Call {
  /** Key: the call's id. */
  k: string;
  /** Event of the call. */
  event: string;
  name: string;
  /** File that the call is about. */
  path?: string;
  /** Event of the result, once there is one. */
  result?: string;
  /** Live: how much of the cumulative output was written already. */
  shown?: number;
}

export interface ReaderState {
  model?: string;
  provider?: string;
  /** Thinking level. */
  variant?: string;
  briefing?: Briefing;
  /** Event that began the turn. */
  turn?: string;
  /** Time at which a fork was made: the entries copied into it are older. */
  forkedAt?: string;
  calls: Call[];
  /** How often the user's own commands were run. */
  commands?: Recent<number>;
  path: Path;
  /** Only in the stream of a running agent. */
  live?: Running;
}

const MAX_CALLS = 64;
const LONGEST_KEY = 120;

export const beginState = (): ReaderState => ({ calls: [], path: { line: [], left: [] } });

export function noteCall(state: ReaderState, call: Call): Call {
  call.k = call.k.slice(0, LONGEST_KEY);
  call.name = call.name.slice(0, LONGEST_KEY);
  return remember(state.calls, call, MAX_CALLS);
}

export function callOf(state: ReaderState, callId: string | undefined): Call | undefined {
  return callId === undefined ? undefined : recall(state.calls, callId.slice(0, LONGEST_KEY));
}
