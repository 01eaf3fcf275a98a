/** When things happened in a run: its timeline, how long its parts took, and its events as they are streamed. */
import type Type from 'typebox';
import type { RunEventEntry, RunTimeline, RunTiming } from '../api/run-views.ts';
import { stringOf, wholeOf } from '../reading/native-values.ts';
import type { RunDetail, RunLogEvent, RunStepRow } from '../store/runs.ts';

type Timeline = Type.Static<typeof RunTimeline>;
type Timing = Type.Static<typeof RunTiming>;
type Times = NonNullable<Timing['timing']>;

const STATUSES: Readonly<Record<string, string>> = {
  run_created: 'created',
  run_started: 'started',
  run_completed: 'completed',
  step_start: 'started',
  step_end: 'completed',
};

export function runTimeline(run: string, events: readonly RunLogEvent[]): Timeline {
  return {
    run_id: run,
    events: events.map(({ ts, kind, flow, step, payload }) => {
      const duration = wholeOf(payload['duration_ms']);
      const note = stringOf(payload['error']) ?? stringOf(payload['message']) ?? stringOf(payload['role']);
      const told = stringOf(payload['status']);
      return {
        timestamp: ts,
        flow,
        ...(step === null ? {} : { step }),
        status: told ?? (Object.hasOwn(STATUSES, kind) ? (STATUSES[kind] as string) : kind),
        ...(duration === undefined || duration < 0 ? {} : { duration_ms: duration }),
        ...(note === undefined ? {} : { note }),
      };
    }),
  };
}

export function runTiming(run: RunDetail): Timing {
  const timed = run.steps.filter(({ startedAt }) => startedAt !== null);
  if (timed.length === 0 && run.startedAt === null) {
    return { run_id: run.id, timing: null, message: 'No timing data available' };
  }
  const flows = run.flows
    .map((flow) => [flow, timed.filter((step) => step.flow === flow)] as const)
    .filter(([, steps]) => steps.length > 0)
    .map(([flow, steps]) => [flow, { flow_key: flow, ...around(steps), steps: steps.map(stepTimes) }] as const);
  return { run_id: run.id, timing: { ...between(run.startedAt, run.completedAt), flows: Object.fromEntries(flows) } };
}

function stepTimes({
  step,
  agent,
  startedAt,
  completedAt,
  durationMs,
}: RunStepRow): Times['flows'][string]['steps'][number] {
  const times = between(startedAt, completedAt);
  const seconds = durationMs === null ? times.duration_seconds : durationMs / 1000;
  return { step_id: step, agent_key: agent, ...times, duration_seconds: seconds };
}

function around(steps: readonly RunStepRow[]) {
  const starts = steps.flatMap(({ startedAt }) => startedAt ?? []).sort();
  const ends = steps.flatMap(({ completedAt }) => completedAt ?? []).sort();
  return between(starts[0] ?? null, ends.at(-1) ?? null);
}

function between(start: string | null, end: string | null) {
  const known = start !== null && end !== null;
  const seconds = known ? Math.max(0, Date.parse(end) - Date.parse(start)) / 1000 : null;
  return { started_at: start, ended_at: end, duration_seconds: seconds };
}

export const eventEntry = (run: string, event: RunLogEvent): RunEventEntry => ({
  run_id: run,
  ts: event.ts,
  kind: event.kind,
  flow_key: event.flow,
  step_id: event.step,
  agent_key: event.agent,
  payload: { ...event.payload },
  seq: event.line,
});

/** Names of streamed events, as the original has them. */
const STREAMED: Readonly<Record<string, string>> = {
  run_created: 'run:created',
  run_started: 'run:started',
  run_completed: 'run:completed',
  run_stop_requested: 'run:stop_requested',
  step_start: 'step:started',
  step_end: 'step:completed',
  flow_start: 'flow:started',
  flow_end: 'flow:completed',
  log: 'step:progress',
};

export function streamedName({ kind, payload }: RunLogEvent): string {
  if (kind === 'step_end' && payload['status'] === 'failed') return 'step:failed';
  if (kind === 'step_end' && payload['status'] === 'skipped') return 'step:skipped';
  if (kind === 'run_completed' && payload['status'] === 'failed') return 'run:failed';
  if (Object.hasOwn(STREAMED, kind)) return STREAMED[kind] as string;
  // A name of its own, which cannot hold what would end a line of the stream.
  return kind.replaceAll(/[^\w:-]+/g, '_').slice(0, 100) || 'message';
}
