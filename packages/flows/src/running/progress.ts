/**
 * How far a run has come, read from its own log: a reducer, as what is read again after a kill is all that is known. A step is open
 * from its start to its end; what the end says of the routing decides where the run goes on.
 */
import { objectOf, stringOf, wholeOf } from '@hansard/core/reading/native-values.ts';
import { parsedLine } from './parsed-line.ts';

export interface OpenStep {
  readonly flow: string;
  readonly step: string;
  readonly execution: number;
  readonly startedAt: string;
  /** Kinds of events that were told of it since. */
  readonly told: Set<string>;
}

export interface Progress {
  /** Of the last event. */
  seq: number;
  /** How often each step has begun. */
  readonly executions: Map<string, number>;
  /** Steps that have ended, in order. */
  readonly ended: EndedStep[];
  open?: OpenStep | undefined;
  created: boolean;
  started: boolean;
  /** How it has ended, since it was started last. */
  completion?: Completion | undefined;
}

export interface Completion {
  readonly status: string;
  readonly error: string | null;
  readonly at: string;
}

export interface EndedStep {
  readonly flow: string;
  readonly step: string;
  readonly execution: number;
  readonly failed: boolean;
  readonly decision: string;
  /** It was lost with the program that ran it, and is done again. */
  readonly lost: boolean;
  readonly receipt: string;
}

export const stepKey = (flow: string, step: string): string => `${flow}/${step}`;

export const noProgress = (): Progress => ({
  seq: 0,
  executions: new Map(),
  ended: [],
  created: false,
  started: false,
});

/** Lines that are no events of ours change nothing. */
export function readProgress(lines: readonly string[]): Progress {
  const progress = noProgress();
  for (const line of lines) {
    const value = parsedLine(line);
    if (value) take(progress, value);
  }
  return progress;
}

function take(progress: Progress, event: Record<string, unknown>): void {
  progress.seq = Math.max(progress.seq, wholeOf(event['seq']) ?? 0);
  const kind = stringOf(event['kind']) ?? '';
  const payload = objectOf(event['payload']);
  const [flow, step] = [stringOf(event['flow_key']) ?? '', stringOf(event['step_id']) ?? ''];
  if (kind === 'run_created') progress.created = true;
  else if (kind === 'run_started') [progress.started, progress.completion] = [true, undefined];
  else if (kind === 'run_completed') {
    const [status, error, at] = [payload['status'], payload['error'], event['ts']].map(stringOf);
    progress.completion = { status: status ?? 'failed', error: error ?? null, at: at ?? '' };
  } else if (kind === 'step_start') {
    const execution = wholeOf(payload['execution']) ?? 1;
    progress.executions.set(stepKey(flow, step), execution);
    progress.open = { flow, step, execution, startedAt: stringOf(event['ts']) ?? '', told: new Set() };
  } else if (kind === 'step_end') end(progress, flow, step, payload);
  progress.open?.told.add(kind);
}

function end(progress: Progress, flow: string, step: string, payload: Record<string, unknown>): void {
  progress.open = undefined;
  progress.ended.push({
    flow,
    step,
    execution: wholeOf(payload['execution']) ?? 1,
    failed: payload['status'] === 'failed',
    decision: stringOf(objectOf(payload['routing'])['decision']) ?? 'advance',
    lost: payload['lost'] === true,
    receipt: stringOf(payload['receipt_path']) ?? '',
  });
}
