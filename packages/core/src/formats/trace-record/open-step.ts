/** A step while its events come in, and what it becomes. */
import type { AgentNode, Event } from '../../transcript.ts';
import type { Buckets } from '../../usage/buckets.ts';
import type { FileChange } from '../file-changes.ts';

export type StepRole = 'system' | 'user' | 'agent';

export interface OpenCall {
  readonly event: Event;
  result?: Event;
}

export interface OpenResult {
  readonly event: Event;
  /** Undefined when its call is not known. */
  readonly call?: Event;
}

export interface OpenStep {
  readonly index: number;
  readonly role: StepRole;
  readonly source: string;
  readonly agent: AgentNode | undefined;
  readonly parentStep: number | undefined;
  /** Where it stood in the record it was read from. */
  readonly place: string | undefined;
  readonly corrections: unknown;
  readonly timestamp: string | undefined;
  readonly turn: string | undefined;
  readonly words: string[];
  readonly reasoning: string[];
  readonly calls: OpenCall[];
  readonly results: OpenResult[];
  readonly usage: Buckets;
  promptKey?: string;
  promptHash?: string;
  toolsHash?: string;
  responseId?: string;
  model?: string;
  provider?: string;
  /** Calls whose result is still to come. */
  waiting: number;
  /** A result came: what the agent says next is another response. */
  sealed: boolean;
  /** Its agent's next step has begun. */
  superseded: boolean;
}

/** A step as it is written, with what it wrote into files. */
export interface WrittenStep {
  readonly step: Record<string, unknown>;
  readonly index: number;
  readonly model: string | null;
  readonly changes: readonly StepChange[];
}

export interface StepChange extends FileChange {
  /** Id of the call. */
  readonly event: string;
}
