/** Turns: each begins, and ends well, with an error, or cut off. Their ids are the same in the log and live. */
import { readTime } from '../../reading/time.ts';
import { addFailure } from './errors.ts';
import { type Fields, fields, idOf, leftovers, text } from './native.ts';
import { leaveInherited } from './session-records.ts';
import { draft, type Reading } from './thread-state.ts';
import { interruptCalls } from './tool-calls.ts';

const SHOWN = new Set([
  'type',
  'turn_id',
  'root_turn_id',
  'turn_attribution',
  'last_agent_message',
  'error',
  'started_at',
  'completed_at',
]);

export function startTurn(r: Reading, payload: Fields, native: string): void {
  const turn = idOf(payload['turn_id']);
  leaveInherited(r, turn);
  r.state.turn = turn;
  const event = draft(r, turn ?? r.record.ref, 'turn', native, turn);
  event.phase = 'started';
  const extra = leftovers(payload, SHOWN);
  if (extra) event.extra = extra;
  const id = r.out.add(event);
  r.state.repeats = { usage: { event: id, taken: 0 }, settings: { event: id, taken: 0 } };
}

/** The last answer is repeated here; it is an event already. */
export function endTurn(r: Reading, payload: Fields, native: string, label?: string): void {
  const turn = idOf(payload['turn_id']) ?? r.state.turn;
  const failure = fields(payload['error']);
  if (failure) addFailure(r, failure, native, { id: turn && `${turn}.2` });
  addEnd(r, payload, native, turn, failure ? 'failed' : label);
}

export function abortTurn(r: Reading, payload: Fields, native: string): void {
  interruptCalls(r);
  const turn = idOf(payload['turn_id']) ?? r.state.turn;
  addEnd(r, payload, native, turn, text(payload['reason']) ?? 'interrupted');
}

function addEnd(r: Reading, payload: Fields, native: string, turn: string | undefined, label?: string): void {
  r.state.turn = turn;
  const event = draft(r, turn ? `${turn}.1` : r.record.ref, 'turn', native, turn);
  event.phase = 'ended';
  if (label !== undefined) event.status = { label };
  const startedAt = readTime(payload['started_at'] ?? payload['startedAt']);
  const completedAt = readTime(payload['completed_at'] ?? payload['completedAt']);
  if (startedAt) event.startedAt = startedAt;
  if (completedAt) event.completedAt = completedAt;
  const extra = leftovers(payload, SHOWN);
  if (extra) event.extra = extra;
  r.state.repeats.usage = { event: r.out.add(event), taken: 0 };
  r.state.turn = undefined;
  r.state.last = undefined;
}
