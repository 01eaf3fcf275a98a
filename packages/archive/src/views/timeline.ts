/**
 * When what happened in a session: turns, tools, waits for the user, and subagents beside each other. It is made of
 * rows; prompts and titles are named by whoever may show them. Times that were not recorded are left out.
 */
import type { TimeLane, Timeline, TimeSpan } from '@hansard/core/api/views.ts';
import type { Sql } from '../database/sql.ts';
import { FLAGS } from '../events/event-row.ts';
import { mergeSpans } from './merge-spans.ts';
import { hasFlag, type SkeletonEvent, skeleton } from './skeleton.ts';
import { turnEnd, turnsOf } from './turns.ts';

const MOST_SPANS = 5000;
const SLOWEST = 5;
const WAITS: ReadonlySet<string> = new Set(['permission', 'question']);
/** The user was away rather than waiting: longer pauses are shown as such by their length alone. */
const SHORTEST_WAIT = 1000;

/** Without what it cost. */
export function timelineOf(sql: Sql, sessionId: number): Omit<Timeline, 'costs'> {
  const events = [...skeleton(sql, sessionId)].filter(
    (event) => event.time > 0 && !hasFlag(event, FLAGS.inferredTime | FLAGS.withdrawn),
  );
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
  const waits = spans.filter(({ kind, name }) => kind === 'wait' && WAITS.has(name));
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
    lane.spans.push(
      ...(lane.source === 'primary' ? turnSpans(own) : subagentSpans(own)),
      ...toolSpans(own),
      ...waitSpans(own),
    );
    lane.spans.sort((a, b) => a.from - b.from || b.to - a.to);
  }
  return all.map(({ lane }) => lane);
}

function turnSpans(events: readonly SkeletonEvent[]): TimeSpan[] {
  return turnsOf(events).flatMap((turn) => {
    const end = turnEnd(turn);
    return end === undefined || end < turn.prompt.time ? [] : [spanOf(turn.prompt, 'turn', '', end)];
  });
}

function subagentSpans(events: readonly SkeletonEvent[]): TimeSpan[] {
  const [first] = events;
  if (!first) return [];
  const from = events.reduce((least, event) => (event.time < least.time ? event : least), first);
  const last = events.reduce((most, { time, ms }) => Math.max(most, time + ms), 0);
  return [spanOf(from, 'subagent', first.source.type ?? '', last)];
}

function toolSpans(events: readonly SkeletonEvent[]): TimeSpan[] {
  const calls = events.filter(({ type, ms }) => type === 'tool_call' && ms > 0);
  return calls.map((call) => ({
    ...spanOf(call, 'tool', call.tool, call.time + call.ms),
    status: call.status || null,
  }));
}

/** From a question until something happens again, and from the end of a turn until the next prompt. */
function waitSpans(events: readonly SkeletonEvent[]): TimeSpan[] {
  const spans: TimeSpan[] = [];
  for (const [i, event] of events.entries()) {
    const next = WAITS.has(event.type) ? nextAfter(events, i) : undefined;
    if (next && next.time - event.time >= SHORTEST_WAIT) spans.push(spanOf(event, 'wait', event.type, next.time));
  }
  const turns = turnsOf(events);
  for (const [i, turn] of turns.entries()) {
    const [end, next] = [turnEnd(turn), turns[i + 1]?.prompt.time];
    if (end === undefined || next === undefined || next - end < SHORTEST_WAIT) continue;
    spans.push({ ...spanOf(turn.prompt, 'wait', 'prompt', next), from: end });
  }
  return spans;
}

/** The next that happened later; what is written at the same moment is looked past for a while. */
function nextAfter(events: readonly SkeletonEvent[], at: number): SkeletonEvent | undefined {
  const { time } = events[at] as SkeletonEvent;
  return events.slice(at + 1, at + 20).find((event) => event.time > time);
}

function spanOf(event: SkeletonEvent, kind: TimeSpan['kind'], name: string, to: number): TimeSpan {
  return { logSeq: event.logSeq, kind, name, from: event.time, to, status: null };
}

/** How many agents were in a turn at a time, wherever that number changes. */
function concurrencyOf(lanes: readonly TimeLane[]): Timeline['concurrency'] {
  const steps = new Map<number, number>();
  const step = (at: number, by: number) => steps.set(at, (steps.get(at) ?? 0) + by);
  for (const { kind, from, to } of lanes.flatMap(({ spans }) => spans)) {
    if (kind !== 'turn' && kind !== 'subagent') continue;
    step(from, 1);
    step(to, -1);
  }
  let n = 0;
  const changes = [...steps].sort(([a], [b]) => a - b).filter(([, by]) => by !== 0);
  return changes.map(([at, by]) => {
    n += by;
    return { at, n };
  });
}
