/**
 * Runs of flows: their steps, what each of them took, and the files of their folders. An optional part of a store: where it
 * is missing, routes about runs answer 501.
 */
import type { Query } from '../query/query.ts';
import type { RunStatus, StepStatus } from '../run-status.ts';
import type { SessionId } from './sessions.ts';

/** Names a run for good. It is opaque. */
export type RunKey = string;

export interface StoreRuns {
  /**
   * Runs that a name fits: the key of one; else the name of its folder, which is its id; else another id that its own files
   * give it. Several where two folders have that name.
   */
  find(name: string): Promise<readonly RunRow[]>;
  page(request: RunPageRequest): Promise<RunPage>;
  detail(run: RunKey): Promise<RunDetail | undefined>;
  /** Which tools its steps used: the most used first, so many rows at most. A store need not count them. */
  tools?(run: RunKey, most: number): Promise<readonly RunToolRow[]>;
  /** Events of the run's own log behind a line, in its order. */
  events(run: RunKey, after?: number): Promise<readonly RunLogEvent[]>;
  /** A file of the run as it was written, or an earlier version of it; undefined when there is none. */
  file(run: RunKey, path: string, version?: number): Promise<RunFileContent | undefined>;
  /** Marks a run as an example for others, or no longer; whether there is such a run. */
  mark(run: RunKey, exemplar: boolean, now: string): Promise<boolean>;
}

export interface RunPageRequest {
  readonly limit: number;
  readonly offset: number;
  /** `run:`, `flow:`, `step:`, `engine:`, `is:stub`, `is:error`, `is:starred` (examples), `after:`, `before:`, and words of names and titles. */
  readonly query?: Query | undefined;
}

export interface RunPage {
  /** Newest first. */
  readonly runs: readonly RunRow[];
  /** On all pages. */
  readonly total: number;
}

export interface RunTokens {
  readonly prompt: number;
  readonly completion: number;
  readonly total: number;
}

export interface RunRow {
  readonly key: RunKey;
  /** Name of its folder. */
  readonly id: string;
  /** Other ids that its own files give it. */
  readonly aliases: readonly string[];
  /** Path of its folder; null where the store knows none. */
  readonly folder: string | null;
  readonly title: string | null;
  readonly description: string | null;
  readonly status: RunStatus;
  /** ok, warning, error, unknown or partial, where its files say so. */
  readonly sdlcStatus: string | null;
  readonly backend: string | null;
  readonly initiator: string | null;
  readonly profile: string | null;
  /** Keys, in their order. */
  readonly flows: readonly string[];
  readonly tags: readonly string[];
  readonly exemplar: boolean;
  /** Some step of it was answered by a stub. */
  readonly stub: boolean;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  readonly error: string | null;
  readonly stepCount: number;
  readonly failedSteps: number;
  readonly tokens: RunTokens;
}

export interface RunDetail extends RunRow {
  readonly params: Readonly<Record<string, unknown>>;
  /** In the order in which they ran. */
  readonly steps: readonly RunStepRow[];
  /** By path. */
  readonly files: readonly RunFileRow[];
}

/** One agent's part in one step. */
export interface RunStepRow {
  readonly flow: string;
  readonly step: string;
  readonly agent: string | null;
  /** As the receipt has it, such as `claude-step`. */
  readonly engine: string | null;
  readonly model: string | null;
  readonly mode: string | null;
  readonly provider: string | null;
  /** What the step is for. */
  readonly role: string | null;
  readonly status: StepStatus;
  readonly stub: boolean;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  readonly durationMs: number | null;
  readonly tokens: RunTokens | null;
  readonly error: string | null;
  readonly iteration: number | null;
  readonly maxIterations: number | null;
  /** loop, advance, terminate or pending */
  readonly decision: string | null;
  readonly reason: string | null;
  /** Each time it ran, as the log of the run tells it. */
  readonly iterations: readonly StepIteration[];
  /** Path in the run's folder. */
  readonly transcript: string | null;
  readonly receipt: string | null;
  /** The session that it is, where the store has it. */
  readonly session: SessionId | null;
}

export interface StepIteration {
  /** From 1. */
  readonly n: number;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  readonly status: StepStatus;
}

/** A tool in one agent's part of one step, as the step's session tells it. */
export interface RunToolRow {
  /** Which of the run's steps, from 0. */
  readonly step: number;
  readonly tool: string;
  readonly calls: number;
  readonly outputs: number;
  readonly failures: number;
}

export type RunFileKind = 'transcript' | 'receipt' | 'events' | 'meta' | 'artefact';

export interface RunFileRow {
  /** In the run's folder, with `/` between the parts. */
  readonly path: string;
  readonly kind: RunFileKind;
  readonly bytes: number;
  /** SHA-256 in lower-case hex; null for a file that is too large to be kept. */
  readonly hash: string | null;
  /** How many versions of it are kept: what was written over stays. */
  readonly versions: number;
}

export interface RunFileContent {
  readonly bytes: number;
  /** Which of the versions it is, from 1. */
  readonly version: number;
  pieces(): Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/** A line of the run's log. */
export interface RunLogEvent {
  /** From 1. */
  readonly line: number;
  /** RFC 3339; null when none was written, or none that can be read. */
  readonly ts: string | null;
  readonly kind: string;
  readonly flow: string | null;
  readonly step: string | null;
  readonly agent: string | null;
  readonly payload: Readonly<Record<string, unknown>>;
}
