/**
 * All that numbers need of one session, in a few small lists: what was used, which tools were called, what was asked, and
 * when something happened. It is made once of a session's rows; a store may keep it and answer from it alone.
 */
import { FLAGS } from '../events/event-facts.ts';
import { isPrompt } from '../events/event-kinds.ts';
import { isSubagentSource } from '../events/source-path.ts';
import { changedNothing } from '../events/tool-outcome.ts';
import { ResponseWalk, type WalkStep } from '../numbers/response-walk.ts';
import type { Usage } from '../transcript.ts';
import { type TurnStep, turnStepKind } from '../turns/turn-step.ts';
import { turnTimes, workedMs } from '../turns/turn-times.ts';
import type { Buckets } from '../usage/buckets.ts';
import { countedEvents, inheritedEvents, isSum } from '../usage/counted.ts';
import { type HeldSession, requestOf } from './held-session.ts';

/** Zones differ by quarters of an hour at the finest. */
export const QUARTER = 900_000;

export interface TalliedResponse {
  /** The response's own id, where it has one. */
  readonly id?: string | undefined;
  /** Its event's logSeq. */
  readonly at: number;
  readonly model: string;
  readonly subagent: boolean;
  /** The session says itself that it counts in another. */
  readonly inherited: boolean;
  /** Milliseconds since 1970; 0 when it is not known. */
  readonly time: number;
  readonly request: number;
  readonly responses: number;
  readonly tokens: Readonly<Buckets>;
  /** Tools that it called, one entry for each call. */
  readonly tools: readonly string[];
}

/** One event that is counted: a call of a tool, or a prompt. */
export interface TalliedEvent {
  readonly id: string;
  readonly time: number;
  readonly model: string;
  readonly ms: number | null;
}

export interface TalliedCall extends TalliedEvent {
  readonly tool: string;
  readonly status: string;
  readonly subagent: boolean;
}

/** An event that changed files. */
export interface TalliedEdit extends Pick<TalliedEvent, 'id' | 'time'> {
  readonly paths: readonly string[];
  readonly isCall: boolean;
}

export interface SessionTally {
  /** The first recorded time; null where there is none. */
  readonly start: number | null;
  readonly responses: readonly TalliedResponse[];
  readonly calls: readonly TalliedCall[];
  readonly prompts: readonly TalliedEvent[];
  /** Changes of files; missing in tallies that were kept before there were any. */
  readonly edits?: readonly TalliedEdit[];
  /** Events by quarter of an hour, counted from 1970. */
  readonly quarters: readonly (readonly [quarter: number, events: number])[];
}

export function tallyOf(session: HeldSession): SessionTally {
  return {
    start: session.times().first ?? null,
    responses: responsesOf(session),
    calls: callsOf(session),
    prompts: promptsOf(session),
    edits: editsOf(session),
    quarters: quartersOf(session),
  };
}

function responsesOf(session: HeldSession): TalliedResponse[] {
  const events = session.events.map(({ event }) => event);
  const inherited = new Set(inheritedEvents(events));
  const rows = [...countedEvents(events), ...inherited].map((event): TalliedResponse => {
    const usage = event.usage as Usage;
    const { input, output, cacheRead, cacheWrite5m, cacheWrite1h, reasoning } = usage;
    return {
      ...(usage.responseId === undefined ? {} : { id: usage.responseId }),
      at: event.logSeq as number,
      model: event.model ?? '',
      subagent: isSubagentSource(event.source),
      inherited: inherited.has(event),
      time: session.events[(event.logSeq as number) - 1]?.columns.time ?? 0,
      request: requestOf(usage),
      responses: isSum(usage) ? 0 : 1,
      tokens: { input, output, cacheRead, cacheWrite5m, cacheWrite1h, reasoning },
      tools: [],
    };
  });
  return withTools(session, rows);
}

function withTools(session: HeldSession, responses: readonly TalliedResponse[]): TalliedResponse[] {
  const found: TalliedResponse[] = [];
  const walk = new ResponseWalk<TalliedResponse>((row, tools) => void found.push({ ...row, tools: [...tools] }));
  const steps = session.events.flatMap(({ event }): WalkStep[] => {
    const at = event.logSeq as number;
    if (event.type === 'tool_call') return [{ at, call: event.tool?.name ?? '' }];
    return event.type === 'tool_result' || event.type === 'user_message' ? [{ at, call: undefined }] : [];
  });
  walk.read(
    steps,
    [...responses].sort((a, b) => a.at - b.at),
  );
  walk.end();
  return found;
}

function callsOf(session: HeldSession): TalliedCall[] {
  const ms = new Map([...session.skeleton()].map((row) => [row.logSeq, row.ms]));
  return session.events
    .filter(({ event }) => event.type === 'tool_call' && !event.withdrawn)
    .map(({ event, columns }) => ({
      id: event.id,
      time: columns.time,
      model: columns.model ?? '',
      tool: columns.tool ?? '',
      status: columns.status ?? '',
      subagent: isSubagentSource(event.source),
      ms: ms.get(event.logSeq as number) ?? null,
    }));
}

function editsOf(session: HeldSession): TalliedEdit[] {
  return [...session.edits()].flatMap(([seq, touches]): TalliedEdit[] => {
    const { event, columns } = session.events[seq - 1] as HeldSession['events'][number];
    if (event.withdrawn || changedNothing(columns.status)) return [];
    const paths = touches.map(({ path }) => path);
    return [{ id: event.id, time: columns.time, paths, isCall: event.type === 'tool_call' }];
  });
}

function promptsOf(session: HeldSession): TalliedEvent[] {
  const prompts: { id: string; time: number; model: string }[] = [];
  const steps: TurnStep[] = [];
  for (const row of session.skeleton()) {
    const { event } = session.events[row.logSeq - 1] as HeldSession['events'][number];
    if (event.withdrawn || isSubagentSource(event.source)) continue;
    const asks = isPrompt(event);
    const kind = turnStepKind(row.type, { isPrompt: asks, isEnd: (row.flags & FLAGS.turnEnd) !== 0 });
    if (asks) prompts.push({ id: event.id, time: row.time, model: '' });
    const asked = prompts.at(-1);
    if (kind && asked?.model === '') asked.model = row.model;
    const time = row.flags & FLAGS.inferredTime ? 0 : row.time;
    if (kind) steps.push({ kind, time, ms: row.ms ?? undefined });
  }
  const times = turnTimes(steps);
  return prompts.map((prompt, i) => {
    const turn = times[i];
    return { ...prompt, ms: (turn && workedMs(turn)) ?? null };
  });
}

function quartersOf(session: HeldSession): [number, number][] {
  const counts = new Map<number, number>();
  for (const { columns } of session.events) {
    if (columns.time === 0 || columns.flags & (FLAGS.withdrawn | FLAGS.inferredTime)) continue;
    const quarter = Math.floor(columns.time / QUARTER);
    counts.set(quarter, (counts.get(quarter) ?? 0) + 1);
  }
  return [...counts].sort(([a], [b]) => a - b);
}
