/** What reading must remember between two records. Everything is bounded: calls and requests leave when answered. */

import type { Briefing } from '../../reading/briefing.ts';
import type { Recent } from '../../reading/recent.ts';
import type { ToolKind } from '../../transcript.ts';
import type { Buckets } from '../../usage/buckets.ts';

export interface State {
  live: boolean;
  agents: Recent<AgentState>;
  /** Tool calls without a result. */
  calls: Recent<CallState>;
  /** Permissions and questions without an answer: request id to event id. */
  requests: Recent<string>;
  /** Hooks that have not ended: invocation to event id. */
  hooks: Recent<string>;
  /** Kept images by asset id. */
  assets: Recent<{ hash: string; mime: string }>;
  /** Events of messages and thoughts that are being streamed, by native id. */
  streams: Recent<string>;
  /** Responses whose usage was counted. */
  responses: Recent<1>;
  /** Responses of which only the output is known, since the last shutdown, by their event; model '' when not told. */
  spoken: Recent<{ model: string; output: number; responseId: string }>;
  /** By model: what the agent said at its last shutdown, and what its responses said since. */
  totals: Recent<{ before: Buckets; since: Buckets }>;
  briefing?: Briefing;
}

export interface AgentState {
  interaction?: string;
  turn?: string;
  model?: string;
  variant?: string;
  /** Hash of its system prompt. */
  prompt?: string;
  /** Event of the thought that the next message repeats. */
  thought?: string;
  /** The call that spawned it. */
  callId?: string;
}

export interface CallState {
  event: string;
  name: string;
  kind: ToolKind;
  server?: string;
  path?: string;
  started?: string;
  /** Event of the result, when output came before the end. */
  result?: string;
  /** Event of the question that the call asks. */
  question?: string;
  agent: string;
}

export const LIMITS = {
  agents: 48,
  calls: 64,
  requests: 32,
  hooks: 64,
  assets: 64,
  streams: 32,
  responses: 64,
  spoken: 128,
  models: 24,
};
export const MAX_PATH = 300;

export const initialState = (live: boolean): State => ({
  live,
  agents: [],
  calls: [],
  requests: [],
  hooks: [],
  assets: [],
  streams: [],
  responses: [],
  spoken: [],
  totals: [],
});
