/** What becomes of a prompt that a program sent: it waits, begins a turn or joins one, and ends. */
import { type Line, note } from './line.ts';
import { leftovers, word } from './native.ts';
import type { StreamState } from './stream-state.ts';
import { turnOf } from './turns.ts';

const KNOWN: ReadonlySet<string> = new Set(['type', 'uuid', 'session_id', 'state']);

/** `command_lifecycle`: queued, started, completed or cancelled. */
export function readLifecycle(line: Line, state: StreamState): void {
  const command = word(line.value['command_uuid']);
  const step = word(line.value['state']);
  if (step === 'started' && command !== undefined) beginTurn(state, command);
  const change = { native: line.native, ...(step ? { extra: { command: step } } : {}) };
  if (command !== undefined && line.out.patch(command, change)) return;
  const status = { label: 'command_lifecycle', ...(step ? { detail: step } : {}) };
  note(line, 'status', { status, extra: leftovers(line.value, KNOWN) });
}

/** A prompt to an agent that is at rest begins a turn; one to a busy agent waits, or joins the turn under way. */
export function beginTurn(state: StreamState, uuid: string): void {
  if (state.over === false) return;
  state.turn = turnOf(uuid);
  state.over = false;
  state.named = true;
}
