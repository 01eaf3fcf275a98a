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

export function receiptOf(step: StepWriter, facts: ReceiptFacts): Record<string, unknown> {
  const started = facts.startedAt ?? step.startedAt ?? step.inferredAt ?? facts.fallbackTime;
  const completed = facts.endedAt ?? step.completedAt ?? started;
  const { input, output } = toTokens(step.tokens);
  return {
    engine: facts.engine,
    model: step.model ?? facts.model ?? NO_MODEL,
    step_id: step.stepId,
    flow_key: facts.flowKey,
    run_id: facts.runId,
    agent_key: facts.agentKey,
    started_at: microTime(started),
    completed_at: microTime(completed),
    duration_ms: millisecondsBetween(started, completed),
    status: (facts.failed ?? step.failed) ? 'failed' : 'succeeded',
    tokens: { prompt: input, completion: output, total: input + output },
    transcript_path: facts.transcriptPath,
  };
}
