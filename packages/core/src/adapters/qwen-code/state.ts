/** What reading remembers between records: plain JSON, bounded whatever the length of the session. */
import { note, type Recent, remember } from '../../reading/recent.ts';

export interface Call {
  /** Event of the call. */
  event: string;
  name: string;
  /** It starts a subagent. */
  task?: boolean;
}

export interface ReadingState {
  session?: string;
  version?: string;
  cwd?: string;
  branch?: string;
  agent?: string;
  turn?: string;
  /** Id of the record before. */
  last?: string;
  forked?: boolean;
  calls: Recent<Call>;
  /** Subagents that telemetry told of. */
  agents: Recent<true>;
}

const MAX_CALLS = 100;
const MAX_AGENTS = 50;

export const beginReading = (): ReadingState => ({ calls: [], agents: [] });

export function noteCall(state: Pick<ReadingState, 'calls'>, callId: string, call: Call): void {
  note(state.calls, callId, call, MAX_CALLS);
}

/** Whether a subagent is told of for the first time. */
export function isNewAgent(state: ReadingState, id: string): boolean {
  if (state.agents.some(({ k }) => k === id)) return false;
  remember(state.agents, id, true, MAX_AGENTS);
  return true;
}
