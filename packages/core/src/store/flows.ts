/**
 * Flows that can be run: what the server asks of whoever runs them. Injected where that is on, because it starts programs.
 * What a run does is read from its folder, as that of any other: whoever runs flows writes the folder and nothing else.
 */
import type { Actor } from './live.ts';

export interface FlowRunner {
  /** What can run the steps of a flow. */
  backends(): Promise<readonly RunBackend[]>;
  /** Flows that are defined here, by key. */
  flows(): Promise<readonly FlowDescription[]>;
  /**
   * Starts a run. When it answers, the run's folder is there, with its `meta.json`. Fails with `bad-argument` for a flow
   * or backend that is not there.
   */
  start(request: RunStart, actor: Actor): Promise<RunStarted>;
  /** Asks a run to stop, by its id. False when it does not run here, or has ended. */
  cancel(run: string, actor: Actor): Promise<boolean>;
}

export interface RunBackend {
  /** Such as `claude-step-orchestrator`. */
  readonly id: string;
  readonly label: string;
  /** Engine of its steps, such as `claude-step`. */
  readonly engine: string;
  /** Whether the agent that it needs is installed here. */
  readonly available: boolean;
  readonly streaming: boolean;
  readonly events: boolean;
  readonly cancel: boolean;
  readonly replay: boolean;
}

export interface FlowDescription {
  readonly key: string;
  readonly title: string;
  readonly description: string;
  /** The file that defines it; null where there is none. */
  readonly path: string | null;
  /** In their order. */
  readonly steps: readonly FlowStep[];
}

export interface FlowStep {
  readonly id: string;
  readonly title: string;
  /** What the step is for. */
  readonly role: string;
  /** Keys of the agents that take part in it. */
  readonly agents: readonly string[];
  /** Null: that of the backend. */
  readonly engine: string | null;
  /** Steps whose results it is given. */
  readonly inputs: readonly string[];
  /**
   * The step is repeated, at most so often, until the condition holds; then the flow goes on. `from`: the earlier step at
   * which each round begins; itself unless said.
   */
  readonly loop: { readonly max: number; readonly until: string | null; readonly from?: string | undefined } | null;
  /** The flow goes on only when this holds. */
  readonly gate: string | null;
}

export interface RunStart {
  /** Keys of flows, in their order. */
  readonly flows: readonly string[];
  /** Undefined: the one that the flow names, or the first. */
  readonly backend?: string | undefined;
  readonly profile?: string | undefined;
  readonly params?: Readonly<Record<string, string>> | undefined;
  /** No agent is started: every step is answered by the stub. */
  readonly stub?: boolean | undefined;
  /** Goes on with this run in place of a new one. */
  readonly resume?: string | undefined;
}

export interface RunStarted {
  /** Name of the run's folder. */
  readonly run: string;
  /** Path of the run's folder. */
  readonly folder: string;
}
