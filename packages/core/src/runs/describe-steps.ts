/**
 * The steps of a run, each with its receipt and what the run's log says of it. A run that keeps no files of its steps still
 * has those that its log tells of.
 */
import type { StepParts } from '../formats/run/read-step.ts';
import type { RunEvent } from '../formats/run/run-event.ts';
import { earlierOf } from '../formats/run/step-paths.ts';
import { countOf, type Json, objectOf, stringOf, wholeOf } from '../reading/native-values.ts';
import { readTime } from '../reading/time.ts';
import { type StepStatus, stepStatusOf } from '../run-status.ts';
import type { RunStepRow, RunTokens, StepIteration } from '../store/runs.ts';

/** Longer names and messages are cut: they are shown in lists. */
const LONGEST = 2000;

const cut = (value: unknown): string | null => stringOf(value)?.slice(0, LONGEST) ?? null;
const keyOf = (flow: string, step: string, agent: string | null): string => JSON.stringify([flow, step, agent]);

export function describeSteps(
  folder: string,
  parts: readonly StepParts[],
  events: readonly RunEvent[],
): readonly RunStepRow[] {
  const logged = loggedSteps(events);
  const rows: { readonly row: RunStepRow; readonly order: number }[] = [];
  const told = new Set<string>();
  for (const part of lastTimes(parts)) {
    if (!part.pair.transcript && !part.pair.receipt) continue;
    const flow = part.flowKey ?? '';
    const step = part.stepId ?? '';
    const agent = part.agentKey ?? null;
    const log = logged.get(keyOf(flow, step, agent)) ?? logged.get(keyOf(flow, step, null));
    told.add(keyOf(flow, step, agent)).add(keyOf(flow, step, log?.agent ?? null));
    rows.push({ row: ofFiles(folder, part, { flow, step, agent }, log), order: log?.order ?? Number.MAX_SAFE_INTEGER });
  }
  for (const [key, log] of logged) {
    if (!told.has(key)) rows.push({ row: ofLog(log), order: log.order });
  }
  return rows.sort((a, b) => a.order - b.order || compare(a.row, b.row)).map(({ row }) => row);
}

/** Files of earlier times stand beside those of the last. A step that was never done again may have only these. */
function lastTimes(parts: readonly StepParts[]): readonly StepParts[] {
  const isEarlier = ({ pair }: StepParts) =>
    earlierOf(pair.transcript?.path ?? pair.receipt?.file.path ?? '') !== undefined;
  const names = ({ flowKey, stepId, agentKey }: StepParts) => JSON.stringify([flowKey, stepId, agentKey]);
  const last = new Set(parts.filter((part) => !isEarlier(part)).map(names));
  return parts.filter((part) => !isEarlier(part) || !last.has(names(part)));
}

const compare = (a: RunStepRow, b: RunStepRow): number => {
  const [one, other] = [a, b].map((row) => `${row.startedAt ?? '~'} ${row.flow} ${row.step} ${row.agent ?? ''}`);
  return (one as string) < (other as string) ? -1 : 1;
};

interface LoggedStep {
  readonly flow: string;
  readonly step: string;
  readonly agent: string | null;
  readonly order: number;
  readonly iterations: Writable<StepIteration>[];
  role: string | null;
  engine: string | null;
  error: string | null;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Nobody repeats a step more often, unless to fill memory. */
const MOST_ITERATIONS = 1000;

/** Steps by flow, step and agent, in the order in which they began. */
function loggedSteps(events: readonly RunEvent[]): ReadonlyMap<string, LoggedStep> {
  const steps = new Map<string, LoggedStep>();
  for (const { kind, flowKey = '', stepId, agentKey = null, value, line } of events) {
    if (stepId === undefined || (kind !== 'step_start' && kind !== 'step_end')) continue;
    const key = keyOf(flowKey, stepId, agentKey);
    let step = steps.get(key);
    if (!step) {
      step = {
        ...{ flow: flowKey, step: stepId, agent: agentKey, order: line },
        ...{ iterations: [], role: null, engine: null, error: null },
      };
      steps.set(key, step);
    }
    const payload = objectOf(value['payload']);
    step.role ??= cut(payload['role']);
    step.engine = cut(payload['engine']) ?? step.engine;
    const time = readTime(value['ts'] ?? value['timestamp']) ?? null;
    if (kind === 'step_start') begin(step, time);
    else end(step, time, payload, value);
  }
  return steps;
}

function begin({ iterations }: LoggedStep, time: string | null): void {
  if (iterations.length >= MOST_ITERATIONS) return;
  iterations.push({ n: iterations.length + 1, startedAt: time, completedAt: null, status: 'running' });
}

function end(step: LoggedStep, time: string | null, payload: Json, value: Json): void {
  const error = cut(payload['error']) ?? cut(value['error']);
  const failed = error !== null || (value['kind'] ?? value['event']) === 'step_error';
  const status = stepStatusOf(stringOf(payload['status'])) ?? (failed ? 'failed' : 'succeeded');
  step.error = error;
  const open = step.iterations.at(-1);
  if (!open || open.completedAt !== null) begin(step, null);
  const last = step.iterations.at(-1);
  if (!last) return;
  last.completedAt = time;
  last.status = status;
}

function ofFiles(
  folder: string,
  { pair, engine }: StepParts,
  names: Pick<RunStepRow, 'flow' | 'step' | 'agent'>,
  log: LoggedStep | undefined,
): RunStepRow {
  const receipt = pair.receipt?.value ?? {};
  const routing = objectOf(receipt['routing']);
  const last = log?.iterations.at(-1);
  const startedAt = readTime(receipt['started_at']) ?? last?.startedAt ?? null;
  const completedAt = readTime(receipt['completed_at']) ?? last?.completedAt ?? null;
  const below = (path: string | undefined) => path?.slice(folder.length + 1) ?? null;
  return {
    ...names,
    engine: engine ?? log?.engine ?? null,
    model: cut(receipt['model']),
    mode: cut(receipt['mode']),
    provider: cut(receipt['provider']),
    role: log?.role ?? null,
    status: statusOf(receipt, pair.receipt !== undefined, last),
    stub: isStub(receipt),
    startedAt,
    completedAt,
    durationMs: durationOf(receipt['duration_ms'], startedAt, completedAt),
    tokens: tokensOf(receipt['tokens']),
    error: cut(receipt['error']) ?? log?.error ?? null,
    iteration: wholeOf(routing['loop_iteration']) ?? (log && log.iterations.length > 0 ? log.iterations.length : null),
    maxIterations: wholeOf(routing['max_iterations']) ?? null,
    decision: cut(routing['decision']),
    reason: cut(routing['reason']),
    iterations: log?.iterations ?? [],
    transcript: below(pair.transcript?.path),
    receipt: below(pair.receipt?.file.path),
    session: null,
  };
}

/** A step that has begun again is running, whatever the receipt of the time before says. */
function statusOf(receipt: Json, hasReceipt: boolean, last: StepIteration | undefined): StepStatus {
  if (last?.status === 'running' && !isAfter(receipt['completed_at'], last.startedAt)) return 'running';
  return stepStatusOf(stringOf(receipt['status'])) ?? last?.status ?? (hasReceipt ? 'succeeded' : 'running');
}

function isAfter(time: unknown, than: string | null): boolean {
  const read = readTime(time);
  return read !== undefined && (than === null || read >= than);
}

function ofLog({ flow, step, agent, role, engine, error, iterations }: LoggedStep): RunStepRow {
  const last = iterations.at(-1);
  const [startedAt, completedAt] = [last?.startedAt ?? null, last?.completedAt ?? null];
  return {
    ...{ flow, step, agent, engine, role, error, iterations, startedAt, completedAt },
    ...{ model: null, mode: null, provider: null, stub: false, tokens: null, transcript: null, receipt: null },
    ...{ maxIterations: null, decision: null, reason: null, session: null },
    status: last?.status ?? 'pending',
    durationMs: durationOf(undefined, startedAt, completedAt),
    iteration: iterations.length > 0 ? iterations.length : null,
  };
}

function durationOf(told: unknown, startedAt: string | null, completedAt: string | null): number | null {
  const number = wholeOf(told);
  if (number !== undefined && number >= 0) return number;
  if (startedAt === null || completedAt === null) return null;
  return Math.max(0, Date.parse(completedAt) - Date.parse(startedAt));
}

function tokensOf(value: unknown): RunTokens | null {
  const told = objectOf(value);
  if (told['prompt'] === undefined && told['completion'] === undefined && told['total'] === undefined) return null;
  const [prompt, completion] = [countOf(told['prompt']), countOf(told['completion'])];
  return { prompt, completion, total: countOf(told['total']) || prompt + completion };
}

/** What nothing was called for. */
const isStub = (receipt: Json): boolean =>
  receipt['mode'] === 'stub' || (stringOf(receipt['model'])?.endsWith('-stub') ?? false);
