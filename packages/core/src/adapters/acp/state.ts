/** What reading must remember between two messages. Everything is bounded; no texts are kept. */
import type { Recent } from '../../reading/recent.ts';
import type { Part, ToolKind } from '../../transcript.ts';

export interface State {
  /** The session that the input as a whole stands for: the first one in it. */
  main?: string;
  /** Requests without an answer, by asker and id. */
  requests: Recent<Request>;
  sessions: Recent<SessionState>;
  /** Tool calls, by session and call. */
  calls: Recent<CallState>;
  /** Calls that show a terminal, by terminal. */
  terminals: Recent<string>;
  agent?: { name?: string; title?: string; version?: string; id?: string };
}

export interface Request {
  method: string;
  session: string;
  /** The event that the answer completes. */
  event: string;
  /** `optionId` to kind. */
  options?: Record<string, string>;
  call?: string;
  terminal?: string;
  cwd?: string;
}

export type Speaker = 'user' | 'agent' | 'thought' | 'summary';

export interface SessionState {
  turn?: string;
  model?: string;
  variant?: string;
  /** Messages that are being streamed. */
  open: { [S in Speaker]?: OpenMessage };
  /** The prompt's own event, as long as the agent may only be repeating it. */
  prompt?: string;
  /** Event of the load that is replaying the session. */
  replay?: string;
  /** All of it was read: it began in this wire, or was replayed in it. */
  whole?: boolean;
  /** The replay repeats what was read before. */
  repeats?: boolean;
}

export interface OpenMessage {
  event: string;
  messageId?: string;
  parts?: Part[];
}

export interface CallState {
  session: string;
  event: string;
  name: string;
  kind: ToolKind;
  server?: string;
  offset?: number;
  time?: string;
  denied?: boolean;
  done?: boolean;
  exitCode?: number;
}

export const LIMITS = { requests: 64, sessions: 24, calls: 96, terminals: 32, options: 12, parts: 16 };

export const initialState = (): State => ({ requests: [], sessions: [], calls: [], terminals: [] });
