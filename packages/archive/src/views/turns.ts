/**
 * The turns of a session: each begins with a prompt of the user and takes what came of it. What the session's own agent
 * did belongs to the prompt before it; what subagents did, whose files may be found later, to the prompt at that time.
 */
import { FLAGS } from '../events/event-row.ts';
import { hasFlag, isPrompt, type SkeletonEvent } from './skeleton.ts';

export interface Turn {
  readonly prompt: SkeletonEvent;
  readonly events: SkeletonEvent[];
}

/** Events before the first prompt belong to none. */
export function turnsOf(events: Iterable<SkeletonEvent>): Turn[] {
  const turns: Turn[] = [];
  const later: SkeletonEvent[] = [];
  for (const event of events) {
    if (isPrompt(event)) turns.push({ prompt: event, events: [event] });
    else if (event.source.source === 'primary') turns.at(-1)?.events.push(event);
    else later.push(event);
  }
  for (const event of later) turnAt(turns, event)?.events.push(event);
  return turns;
}

/** From the prompt to the last event of the session's own agent, in milliseconds; undefined when times are missing. */
export function turnEnd({ prompt, events }: Turn): number | undefined {
  let last: number | undefined;
  for (const event of events) {
    const known = event.time > 0 && !hasFlag(event, FLAGS.inferredTime) && event !== prompt;
    if (known && event.source.source === 'primary') last = Math.max(last ?? 0, event.time);
  }
  return last;
}

function turnAt(turns: readonly Turn[], event: SkeletonEvent): Turn | undefined {
  const before = ({ prompt }: Turn) =>
    event.time > 0 && prompt.time > 0 ? prompt.time <= event.time : prompt.logSeq < event.logSeq;
  let [low, high] = [0, turns.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (before(turns[middle] as Turn)) low = middle + 1;
    else high = middle;
  }
  return turns[Math.max(0, low - 1)];
}
