/** What reading remembers between messages: plain JSON, bounded whatever the length of the thread. */
import { type Keyed, recall, remember } from '../../reading/keyed-list.ts';

export interface Call extends Keyed {
  /** Event of the call. */
  event: string;
  name: string;
}

export interface ReaderState {
  thread?: string;
  /** Agent mode: which models and tools the service chooses. */
  mode?: string;
  turn?: string;
  /** What was said so far in a stream, as a short tag. */
  said?: string;
  calls: Call[];
  /** Calls that started a subagent whose messages were seen. */
  agents: string[];
}

const MAX_CALLS = 128;
const MAX_AGENTS = 64;
const LONGEST_KEY = 120;

export const beginState = (): ReaderState => ({ calls: [], agents: [] });

export function noteCall(state: ReaderState, callId: string, event: string, name: string): void {
  const call: Call = { k: callId.slice(0, LONGEST_KEY), event, name: name.slice(0, LONGEST_KEY) };
  remember(state.calls, call, MAX_CALLS);
}

export function callOf(state: ReaderState, callId: string | undefined): Call | undefined {
  const key = callId?.slice(0, LONGEST_KEY);
  return key === undefined ? undefined : recall(state.calls, key);
}

/** Whether a subagent is seen for the first time. */
export function isNewAgent(state: ReaderState, id: string): boolean {
  const key = id.slice(0, LONGEST_KEY);
  if (state.agents.includes(key)) return false;
  remember(state.agents, key, MAX_AGENTS);
  return true;
}
