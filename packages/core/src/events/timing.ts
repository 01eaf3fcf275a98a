/** What an event says of how long a tool ran, or how long the user was waited for. */
import type { EventDraft } from '../adapters/contract.ts';
import { answeredAt, WAIT_TYPES } from '../turns/turn-step.ts';
import { timeOf } from './event-facts.ts';

export interface Timing {
  /** The key of the call that a result belongs to; none where the event speaks of itself. */
  readonly call?: string;
  /** Milliseconds, as the agent measured them or as the event's own times tell. */
  readonly ms?: number;
  /** When the result came, where nothing was measured. */
  readonly until?: number;
}

export function timingOf(event: EventDraft): Timing | undefined {
  if (WAIT_TYPES.has(event.type)) return waited(event);
  const ms = event.tool?.durationMs;
  if (event.type === 'tool_call') return ms === undefined ? undefined : { ms };
  if (event.type !== 'tool_result' || event.parentId === undefined) return undefined;
  if (ms !== undefined) return { call: event.parentId, ms };
  if (event.timestampSource !== undefined) return undefined;
  return { call: event.parentId, until: timeOf(event.timestamp) };
}

/** A permission that is told together with its decision was decided at its own time, as far as is known. */
function waited(event: EventDraft): Timing | undefined {
  const { timestamp, timestampSource, permission } = event;
  if (timestampSource !== undefined) return undefined;
  const answered = answeredAt(event);
  if (answered !== undefined) return { ms: timeOf(answered) - timeOf(timestamp) };
  return permission && permission.status !== 'requested' ? { ms: 0 } : undefined;
}
