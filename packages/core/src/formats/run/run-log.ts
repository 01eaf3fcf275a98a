/** A line of a run's own log, and the description of a run, as they are written. */
import { lineText } from './run-text.ts';

export interface LogEntry {
  readonly runId: string;
  /** With microseconds. */
  readonly ts: unknown;
  readonly kind: string;
  readonly flowKey: string;
  /** From 1. */
  readonly seq: number;
  readonly stepId?: unknown;
  readonly agentKey?: unknown;
  readonly payload: object;
}

export function logLine({ runId, ts, kind, flowKey, seq, stepId = null, agentKey = null, payload }: LogEntry): string {
  const ids = { event_id: `${runId}-${seq}`, seq, step_id: stepId, agent_key: agentKey };
  return lineText({ run_id: runId, ts, kind, flow_key: flowKey, ...ids, payload });
}

export interface RunSpec {
  readonly flow_keys: readonly string[];
  readonly profile_id: string | null;
  readonly backend: string;
  readonly initiator: string;
  readonly params: Readonly<Record<string, string>>;
  readonly no_human_mid_flow?: boolean;
}

export interface RunMeta {
  readonly id: string;
  readonly spec: RunSpec;
  /** One of the ten of the format. */
  readonly status: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  readonly error?: string | null;
  readonly title?: string | null;
  readonly description?: string | null;
}

export function metaDocument(run: RunMeta): Record<string, unknown> {
  return {
    id: run.id,
    spec: run.spec,
    status: run.status,
    sdlc_status: Object.hasOwn(SDLC, run.status) ? SDLC[run.status] : 'unknown',
    created_at: run.createdAt,
    updated_at: run.updatedAt,
    started_at: run.startedAt,
    completed_at: run.completedAt,
    error: run.error ?? null,
    artifacts: {},
    is_exemplar: false,
    tags: [],
    title: run.title ?? null,
    path: null,
    description: run.description ?? null,
  };
}

const SDLC: Readonly<Record<string, string>> = {
  succeeded: 'ok',
  failed: 'error',
  canceled: 'warning',
  stopped: 'ok',
  partial: 'partial',
};
