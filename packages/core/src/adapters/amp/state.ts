/** What reading remembers between messages: plain JSON, bounded whatever the length of the thread. */

export interface Call {
  k: string;
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
  forget(state.calls, MAX_CALLS);
  state.calls.push({ k: callId.slice(0, LONGEST_KEY), event, name: name.slice(0, LONGEST_KEY) });
}

export function callOf(state: ReaderState, callId: string | undefined): Call | undefined {
  const key = callId?.slice(0, LONGEST_KEY);
  return key === undefined ? undefined : state.calls.findLast(({ k }) => k === key);
}

/** Whether a subagent is seen for the first time. */
export function isNewAgent(state: ReaderState, id: string): boolean {
  const key = id.slice(0, LONGEST_KEY);
  if (state.agents.includes(key)) return false;
  forget(state.agents, MAX_AGENTS);
  state.agents.push(key);
  return true;
}

function forget(list: unknown[], limit: number): void {
  if (list.length >= limit) list.splice(0, limit >> 2);
}
