/**
 * A line of a run's own log (`events.jsonl`). Two programs write it, each in its own shape: `ts` and `kind`, or
 * `timestamp` and `event`. Older names of kinds are read as the present ones.
 */
import { type Json, objectOf, restOf, stringOf } from '../../reading/native-values.ts';
import { readTime } from '../../reading/time.ts';
import type { Event } from '../../transcript.ts';

const ALIASES: Readonly<Record<string, string>> = {
  run_start: 'run_started',
  run_end: 'run_completed',
  run_cancelled: 'run_completed',
  run_failed: 'run_completed',
  step_complete: 'step_end',
  step_error: 'step_end',
};

export interface RunEvent {
  readonly kind: string;
  readonly runId: string | undefined;
  readonly flowKey: string | undefined;
  readonly stepId: string | undefined;
  readonly agentKey: string | undefined;
  readonly value: Json;
  /** From 1. */
  readonly line: number;
}

/** Undefined when the line is of neither shape. */
export function runEventOf(value: Json, line: number): RunEvent | undefined {
  const written = stringOf(value['kind']) ?? stringOf(value['event']);
  if (written === undefined) return undefined;
  return {
    kind: Object.hasOwn(ALIASES, written) ? (ALIASES[written] as string) : written,
    runId: stringOf(value['run_id']),
    flowKey: stringOf(value['flow_key']),
    stepId: stringOf(value['step_id']),
    agentKey: stringOf(value['agent_key']),
    value,
    line,
  };
}

type Draft = Omit<Event, 'seq' | 'timestamp'> & { timestamp?: string };

const KNOWN = new Set(['ts', 'timestamp']);
const PHASES: Readonly<Record<string, readonly [type: string, phase: string]>> = {
  run_created: ['session', 'created'],
  run_started: ['session', 'started'],
  run_completed: ['session', 'ended'],
  step_start: ['turn', 'started'],
  step_end: ['turn', 'ended'],
};

export function eventDraft({ kind, value, line }: RunEvent): Draft {
  const payload = objectOf(value['payload']);
  const time = readTime(value['ts'] ?? value['timestamp']);
  const extra = restOf(value, KNOWN);
  const base = {
    id: `event-${line}`,
    ...(time === undefined ? {} : { timestamp: time }),
    native: { type: `event/${kind}`, input: 'events', pointer: `/${line - 1}` },
    ...(extra ? { extra: { runEvent: extra } } : {}),
  };
  const told = stringOf(payload['error']) ?? stringOf(value['error']);
  if (/error$/.test(kind) && told) return { ...base, type: 'error', error: { message: told } };
  const [type, phase] = Object.hasOwn(PHASES, kind) ? (PHASES[kind] ?? []) : [];
  if (type !== undefined) return { ...base, type, phase };
  const detail = stringOf(payload['message']) ?? stringOf(value['message']);
  return { ...base, type: 'status', status: { label: kind, ...(detail ? { detail } : {}) } };
}
