/**
 * The turns of a session: each begins with a prompt of the user and takes what came of it. What the session's own agent
 * did belongs to the prompt before it; what subagents did, whose files may be found later, to the prompt at that time.
 */
import { FLAGS } from '../events/event-facts.ts';
import type { SkeletonEvent } from '../store/views.ts';
import { type TurnStep, turnStepKind } from '../turns/turn-step.ts';
import { type TurnTime, turnTimes } from '../turns/turn-times.ts';
import { hasFlag, isPrompt } from './skeleton.ts';

export interface Turn {
  readonly prompt: SkeletonEvent;
  readonly events: SkeletonEvent[];
  readonly times: TurnTime;
}

/** Events before the first prompt belong to none. */
export function turnsOf(events: Iterable<SkeletonEvent>): Turn[] {
  const prompts: SkeletonEvent[][] = [];
  const own: SkeletonEvent[] = [];
  const others: SkeletonEvent[] = [];
  for (const event of events) {
    if (event.source.source !== 'primary') others.push(event);
    else {
      own.push(event);
      if (isPrompt(event)) prompts.push([event]);
      else prompts.at(-1)?.push(event);
    }
  }
  const times = turnTimes(own.flatMap((event) => turnStep(event) ?? []));
  const turns = prompts.map((taken, i) => ({
    prompt: taken[0] as SkeletonEvent,
    events: taken,
    times: times[i] as TurnTime,
  }));
  for (const event of others) turnAt(turns, event)?.events.push(event);
  return turns;
}

/** What an event means for its turn; undefined for bookkeeping, and for what was taken back. */
export function turnStep(event: SkeletonEvent): TurnStep | undefined {
  if (hasFlag(event, FLAGS.withdrawn)) return undefined;
  const kind = turnStepKind(event.type, { isPrompt: isPrompt(event), isEnd: hasFlag(event, FLAGS.turnEnd) });
  return kind && { kind, time: hasFlag(event, FLAGS.inferredTime) ? 0 : event.time, ms: event.ms ?? undefined };
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
