/** What does a step: an engine gives the lines of its transcript as they come, and in the end how it went. */
import type { EngineSpec } from './engine-list.ts';

export interface StepCall {
  readonly runId: string;
  readonly flowKey: string;
  readonly stepId: string;
  readonly agentKey: string;
  readonly engine: EngineSpec;
  /** What is to be done, with the values of parameters. */
  readonly role: string;
  /** All that the agent is told. */
  readonly prompt: string;
  readonly model?: string | undefined;
  readonly permissions?: string | undefined;
  /** How often the step has begun, with this time. */
  readonly execution: number;
  /** With microseconds. */
  readonly startedAt: string;
  /** Another process has begun it: what it did is gone on with. */
  readonly resumed: boolean;
  /** The step is to end. */
  readonly signal: AbortSignal;
  now(): string;
  /** The next lines of the transcript, from its beginning: those that an earlier process has written are passed over. */
  write(lines: readonly string[]): Promise<void>;
}

export interface StepOutcome {
  readonly failed: boolean;
  readonly error?: string | undefined;
  /** It ended with the process that ran it, not by itself: it is to be done again. */
  readonly lost?: boolean;
  readonly model: string;
  readonly startedAt: string;
  readonly completedAt: string;
  /** All input and all output; undefined when the agent does not tell. */
  readonly tokens?: { readonly input: number; readonly output: number } | undefined;
  /** The last thing that the agent said. */
  readonly answer: string;
  /** What loops and gates wait for is taken as said. */
  readonly passesGates?: boolean;
  /** Further fields of the receipt. */
  readonly receipt?: Readonly<Record<string, unknown>>;
}

export interface Engine {
  run(call: StepCall): Promise<StepOutcome>;
}

/** The first line of every transcript. */
export const openingOf = ({ stepId, agentKey, startedAt }: StepCall) => ({
  timestamp: startedAt,
  role: 'system',
  content: `Executing step ${stepId} with agent ${agentKey}`,
});
