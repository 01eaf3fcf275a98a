/**
 * When what happened in a session: turns, tools, waits for the user, and subagents beside each other. It is made of
 * rows; prompts and titles are named by whoever may show them. Times that were not recorded are left out.
 */
import type { TimeLane, Timeline, TimeSpan } from '../api/views.ts';
import { FLAGS } from '../events/event-facts.ts';
import type { SkeletonEvent } from '../store/views.ts';
import { WAIT_TYPES } from '../turns/turn-step.ts';
import { type TurnWait, turnTimes } from '../turns/turn-times.ts';
import { mergeSpans } from './merge-spans.ts';
import { hasFlag } from './skeleton.ts';
import { turnStep, turnsOf } from './turns.ts';

const MOST_SPANS = 5000;
const SLOWEST = 5;
/** The user was away rather than waiting: longer pauses are shown as such by their length alone. */
const SHORTEST_WAIT = 1000;

/** Without what it cost. */
export function timelineOf(skeleton: readonly SkeletonEvent[]): Omit<Timeline, 'costs'> {
  const events = skeleton.filter((event) => event.time > 0 && !hasFlag(event, FLAGS.inferredTime | FLAGS.withdrawn));
  const lanes = lanesOf(events);
  const spans = lanes.flatMap((lane) => lane.spans);
  const times = [...events.map(({ time }) => time), ...spans.map(({ to }) => to)];
  return {
    from: times.reduce((a, b) => Math.min(a, b), times[0] ?? 0),
    to: times.reduce((a, b) => Math.max(a, b), 0),
    lanes: mergeSpans(lanes, MOST_SPANS),
    slowest: lanes
      .flatMap(slowTools)
      .sort((a, b) => lengthOf(b) - lengthOf(a))
      .slice(0, SLOWEST),
    concurrency: concurrencyOf(lanes),
  };
}

/** The slowest of a lane. A tool that mostly waits for the user, or that was refused, is not slow: the user was. */
function slowTools({ spans }: TimeLane): TimeSpan[] {
  const waits = spans.filter(({ kind, name }) => kind === 'wait' && WAIT_TYPES.has(name));
  const waited = ({ from, to }: TimeSpan) =>
    waits.reduce((sum, wait) => sum + Math.max(0, Math.min(to, wait.to) - Math.max(from, wait.from)), 0);
  const slow: TimeSpan[] = [];
  const ran = spans.filter(({ kind, status }) => kind === 'tool' && status !== 'denied');
  const tools = ran.sort((a, b) => lengthOf(b) - lengthOf(a));
  for (const tool of tools) {
    if (slow.length === SLOWEST) break;
    if (waited(tool) * 2 <= lengthOf(tool)) slow.push(tool);
  }
  return slow;
}

const lengthOf = ({ from, to }: TimeSpan): number => to - from;

function lanesOf(events: readonly SkeletonEvent[]): TimeLane[] {
  const lanes = new Map<string, { lane: TimeLane; events: SkeletonEvent[] }>();
  for (const event of events) {
    const { source, title } = event.source;
    const known = lanes.get(source);
    if (known) known.events.push(event);
    else lanes.set(source, { lane: { source, title, spans: [] }, events: [event] });
  }
  const all = [...lanes.values()].sort(
    (a, b) => Number(b.lane.source === 'primary') - Number(a.lane.source === 'primary'),
  );
  for (const { lane, events: own } of all) {
    lane.spans.push(...(lane.source === 'primary' ? turnSpans(own) : subagentSpans(own)), ...toolSpans(own));
    lane.spans.sort((a, b) => a.from - b.from || b.to - a.to);
  }
  return all.map(({ lane }) => lane);
}

/** Turns, the waits in them, and those between them. */
function turnSpans(events: readonly SkeletonEvent[]): TimeSpan[] {
  const turns = turnsOf(events);
  return turns.flatMap(({ prompt, events: own, times }, i) => {
    const { start, end, waits } = times;
    if (start === 0 || end === undefined) return [];
    const spans = [spanOf(prompt, 'turn', '', end), ...waitSpans(own, waits)];
    const next = turns[i + 1]?.times.start ?? 0;
    if (next - end >= SHORTEST_WAIT) spans.push({ ...spanOf(prompt, 'wait', 'prompt', next), from: end });
    return spans;
  });
}

function subagentSpans(events: readonly SkeletonEvent[]): TimeSpan[] {
  const [first] = events;
  if (!first) return [];
  const from = events.reduce((least, event) => (event.time < least.time ? event : least), first);
  const last = events.reduce((most, { time, ms }) => Math.max(most, time + (ms ?? 0)), 0);
  const steps = events.flatMap((event) => turnStep(event) ?? []);
  const [times] = turnTimes([{ kind: 'prompt', time: from.time }, ...steps]);
  return [spanOf(from, 'subagent', first.source.type ?? '', last), ...waitSpans(events, times?.waits ?? [])];
}

function toolSpans(events: readonly SkeletonEvent[]): TimeSpan[] {
  return events.flatMap((call) => {
    if (call.type !== 'tool_call' || !call.ms) return [];
    return { ...spanOf(call, 'tool', call.tool, call.time + call.ms), status: call.status || null };
  });
}

/** Each at the event that it begins with: a request, or the end of the turn that was followed by more. */
function waitSpans(events: readonly SkeletonEvent[], waits: readonly TurnWait[]): TimeSpan[] {
  const spans: TimeSpan[] = [];
  let at = 0;
  for (const { from, to, reason } of waits) {
    if (to - from < SHORTEST_WAIT) continue;
    const begins = ({ type, time, flags }: SkeletonEvent) =>
      time >= from && (reason === 'idle' ? (flags & FLAGS.turnEnd) !== 0 : WAIT_TYPES.has(type));
    while (at < events.length && !begins(events[at] as SkeletonEvent)) at++;
    const event = events[at] ?? (events.at(-1) as SkeletonEvent);
    spans.push({ ...spanOf(event, 'wait', reason === 'idle' ? 'idle' : event.type, to), from });
  }
  return spans;
}

function spanOf(event: SkeletonEvent, kind: TimeSpan['kind'], name: string, to: number): TimeSpan {
  return { logSeq: event.logSeq, kind, name, from: event.time, to, status: null };
}

/** How many agents were at work at a time, wherever that number changes. One that waits for the user is not. */
function concurrencyOf(lanes: readonly TimeLane[]): Timeline['concurrency'] {
  const steps = new Map<number, number>();
  const step = (at: number, by: number) => steps.set(at, (steps.get(at) ?? 0) + by);
  for (const { kind, name, from, to } of lanes.flatMap(({ spans }) => spans)) {
    const by = kind === 'turn' || kind === 'subagent' ? 1 : kind === 'wait' && name !== 'prompt' ? -1 : 0;
    step(from, by);
    step(to, -by);
  }
  let n = 0;
  const changes = [...steps].sort(([a], [b]) => a - b).filter(([, by]) => by !== 0);
  return changes.map(([at, by]) => {
    n += by;
    return { at, n };
  });
}
