/** A run as the API tells it: in the list, and with its steps, their cost and its files. */
import type { RunAnswer, RunEntry, RunStepEntry } from '../api/runs.ts';
import type { StepStatus } from '../run-status.ts';
import type { RunDetail, RunRow, RunStepRow } from '../store/runs.ts';
import { picoCostOf } from '../usage/cost.ts';
import type { PriceBook } from '../usage/prices.ts';
import { toMicroUsd } from '../usage/rates.ts';

export function runEntry(run: RunRow): RunEntry {
  return {
    run_id: run.id,
    key: run.key,
    aliases: [...run.aliases],
    run_type: runType(run),
    path: run.folder ?? '',
    ...(run.title === null ? {} : { title: run.title }),
    ...(run.description === null ? {} : { description: run.description }),
    tags: run.tags.filter((tag) => tag !== 'example' && tag !== 'legacy'),
    ...(run.backend === null ? {} : { backend: run.backend }),
    ...(run.exemplar ? { is_exemplar: true } : {}),
    status: run.status,
    sdlc_status: run.sdlcStatus,
    flow_keys: [...run.flows],
    stub: run.stub,
    created_at: run.createdAt,
    updated_at: run.updatedAt,
    started_at: run.startedAt,
    completed_at: run.completedAt,
    error: run.error,
    steps: run.stepCount,
    failed_steps: run.failedSteps,
    tokens: run.tokens,
  };
}

export const runType = ({ tags }: Pick<RunRow, 'tags'>): 'active' | 'example' =>
  tags.includes('example') ? 'example' : 'active';

export function runAnswer(run: RunDetail, prices: PriceBook): RunAnswer {
  const steps = run.steps.map((step) => stepEntry(step, prices));
  return {
    ...runEntry(run),
    initiator: run.initiator,
    profile_id: run.profile,
    params: { ...run.params },
    micro_usd: sumOf(steps),
    flows: run.flows.map((flow) =>
      flowEntry(
        flow,
        steps.filter(({ flow_key }) => flow_key === flow),
      ),
    ),
    step_list: steps,
    files: run.files.map((file) => ({ ...file })),
  };
}

export function stepEntry(step: RunStepRow, prices: PriceBook): RunStepEntry {
  return {
    flow_key: step.flow,
    step_id: step.step,
    agent_key: step.agent,
    engine: step.engine,
    model: step.model,
    mode: step.mode,
    provider: step.provider,
    role: step.role,
    status: step.status,
    stub: step.stub,
    started_at: step.startedAt,
    completed_at: step.completedAt,
    duration_ms: step.durationMs,
    tokens: step.tokens,
    micro_usd: costOf(step, prices),
    error: step.error,
    iteration: step.iteration,
    max_iterations: step.maxIterations,
    decision: step.decision,
    reason: step.reason,
    iterations: step.iterations.map(({ n, startedAt, completedAt, status }) => ({
      n,
      started_at: startedAt,
      completed_at: completedAt,
      status,
    })),
    transcript: step.transcript,
    receipt: step.receipt,
    session: step.session,
  };
}

/** Receipts do not tell what came from a cache: it is priced as input. A stub costs nothing. */
function costOf({ tokens, model, stub, startedAt }: RunStepRow, prices: PriceBook): number | null {
  if (stub) return 0;
  if (!tokens || !model) return null;
  const none = { cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, reasoning: 0 };
  const usage = { input: tokens.prompt, output: tokens.completion, ...none, scope: 'turn' as const };
  const pico = picoCostOf({ model, usage, ...(startedAt === null ? {} : { at: startedAt }) }, prices);
  return pico === undefined ? null : toMicroUsd(pico);
}

/** Null when nothing of it has a price. */
function sumOf(steps: readonly RunStepEntry[]): number | null {
  const known = steps.flatMap(({ micro_usd: cost }) => (cost === null ? [] : [cost]));
  return known.length === 0 ? null : known.reduce((sum, cost) => sum + cost, 0);
}

function flowEntry(flow: string, steps: readonly RunStepEntry[]): RunAnswer['flows'][number] {
  const sum = (part: 'prompt' | 'completion' | 'total') =>
    steps.reduce((total, { tokens }) => total + (tokens?.[part] ?? 0), 0);
  return {
    flow_key: flow,
    status: flowStatus(steps.map(({ status }) => status)),
    steps: steps.length,
    tokens: { prompt: sum('prompt'), completion: sum('completion'), total: sum('total') },
    micro_usd: sumOf(steps),
    stub: steps.some(({ stub }) => stub),
  };
}

/** A flow is what its steps are: one that runs makes it run, one that failed makes it fail. */
export function flowStatus(steps: readonly StepStatus[]): StepStatus {
  const first = (['running', 'failed', 'canceled'] as const).find((status) => steps.includes(status));
  if (first !== undefined) return first;
  if (steps.length === 0 || steps.every((status) => status === 'pending')) return 'pending';
  if (steps.includes('pending')) return 'running';
  return steps.every((status) => status === 'skipped') ? 'skipped' : 'succeeded';
}
