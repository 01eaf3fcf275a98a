/** What reading a wire remembers beside what its dialect does. */
import { type Recent, remember } from '../recent.ts';

export interface WireMemory {
  /** Hansard itself ran the process: the session is over when that says so, whatever the agent calls the end of a turn. */
  isRun?: boolean;
  /** When the recording began, in milliseconds, as far as the agent's own times tell. */
  base?: number;
  /** Events that ask for an answer, by the id of the request. */
  asked: Recent<AskedEvent>;
  /** Sessions that share the process and have not left it: its end is theirs. */
  seated?: string[];
}

export interface AskedEvent {
  readonly event: string;
  readonly kind: 'permission' | 'question';
  /** The session it is in, when it is not the wire's first. */
  readonly session?: string;
}

const MOST_ASKED = 32;
const LONGEST = 120;

export function recallWire(state: { wire?: WireMemory }): WireMemory {
  state.wire ??= { asked: [] };
  return state.wire;
}

export function rememberAsked(memory: WireMemory, request: string, asked: AskedEvent): void {
  if (request.length <= LONGEST && asked.event.length <= LONGEST && (asked.session?.length ?? 0) <= LONGEST)
    remember(memory.asked, request, asked, MOST_ASKED);
}

/** Sessions that a process may have at once, for the record of its end. */
const MOST_SEATED = 64;

export function takeSeat(memory: WireMemory, thread: string): void {
  if (thread.length > LONGEST) return;
  memory.seated = [...(memory.seated ?? []).filter((one) => one !== thread), thread].slice(-MOST_SEATED);
}

export function leaveSeat(memory: WireMemory, thread: string): void {
  memory.seated = memory.seated?.filter((one) => one !== thread);
}
