/** The receipt of one agent's part in a step. */
import { toTokens } from '../../usage/buckets.ts';
import { microTime, millisecondsBetween } from './micro-time.ts';
import type { StepWriter } from './step-writer.ts';

/** Of a step whose events name no model. */
export const NO_MODEL = 'unknown';

export interface ReceiptFacts {
  readonly engine: string;
  readonly flowKey: string;
  readonly runId: string;
  readonly agentKey: string;
  readonly transcriptPath: string;
  /** What the session says of itself, where the session is the step. */
  readonly model?: string;
  readonly startedAt?: string;
  readonly endedAt?: string;
  readonly failed?: boolean;
  /** For a step without a time of its own. */
  readonly fallbackTime: string;
}

/** What every receipt says. */
export interface StepResult {
  readonly engine: string;
  readonly model: string;
  readonly stepId: string;
  readonly flowKey: string;
  readonly runId: string;
  readonly agentKey: string;
  /** RFC 3339. */
  readonly startedAt: string;
  readonly completedAt: string;
  readonly failed: boolean;
  /** All input, and all output. */
  readonly tokens: { readonly input: number; readonly output: number };
  readonly transcriptPath: string;
}

export function receiptDocument(result: StepResult): Record<string, unknown> {
  const { input, output } = result.tokens;
  return {
    engine: result.engine,
    model: result.model,
    step_id: result.stepId,
    flow_key: result.flowKey,
    run_id: result.runId,
    agent_key: result.agentKey,
    started_at: microTime(result.startedAt),
    completed_at: microTime(result.completedAt),
    duration_ms: millisecondsBetween(result.startedAt, result.completedAt),
    status: result.failed ? 'failed' : 'succeeded',
    tokens: { prompt: input, completion: output, total: input + output },
    transcript_path: result.transcriptPath,
  };
}

export function receiptOf(step: StepWriter, facts: ReceiptFacts): Record<string, unknown> {
  const started = facts.startedAt ?? step.startedAt ?? step.inferredAt ?? facts.fallbackTime;
  const completed = facts.endedAt ?? step.completedAt ?? started;
  return receiptDocument({
    ...facts,
    model: step.model ?? facts.model ?? NO_MODEL,
    stepId: step.stepId,
    startedAt: started,
    completedAt: completed,
    failed: facts.failed ?? step.failed,
    tokens: toTokens(step.tokens),
  });
}
