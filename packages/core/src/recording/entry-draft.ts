/** An entry of a captured conversation before its session has given it an id and a number. */
import type { Usage } from '../transcript.ts';

export interface EntryDraft {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string;
  created_at: string;
  tool_name?: string | null;
  tool_call_id?: string | null;
  tool_input?: Record<string, unknown> | null;
  metadata?: CaptureMetadata | null;
  source?: string;
}

/**
 * What a captured entry says beside its words. All but `provenance` may be missing; other fields are kept as they are.
 * The names are in snake case, as those of the entry are.
 */
export interface CaptureMetadata {
  [name: string]: unknown;
  provenance?: 'captured';
  /** On the first entry of a file. */
  capture?: CaptureHeader;
  /** What the entry is, where its role does not say: `reasoning`, `error`, `tools`, `notice`, `answer`. */
  type?: string;
  /** The call of the model that it was sent with, or that it answers. */
  call?: string;
  thread?: string;
  /** How the request was placed, on its first entry: new, next, fork, repeat, rewritten. */
  placed?: string;
  forked_from?: string;
  /** A request beside the conversation, for a title or a summary. */
  side?: boolean;
  /** Which of several answers, from 1 for the second. */
  choice?: number;
  /** Where the time was taken from, if it is not when it happened: `request`, the time at which it was sent. */
  timestamp_source?: string;
  model?: string;
  provider?: string;
  api?: string;
  endpoint?: string;
  usage?: Usage;
  response_id?: string;
  request_id?: string;
  finish_reason?: string;
  parameters?: Record<string, unknown>;
  started_at?: string;
  completed_at?: string;
  first_token_ms?: number;
  attempt?: number;
  /** Why an answer is not whole. */
  interrupted?: string;
  refusal?: boolean;
  failed?: boolean;
  error?: CaptureError;
  tools?: readonly unknown[];
  parts?: readonly CapturedPart[];
  /** What was cut off because of a limit, or left out by choice. */
  cut?: Record<string, unknown>;
  duration_ms?: number;
}

export interface CapturedPart {
  type: string;
  mime?: string;
  url?: string;
  label?: string;
  hash?: string;
  bytes?: number;
  data?: string;
}

export interface CaptureError {
  message: string;
  code?: string;
  status?: number;
  attempt?: number;
  retry_in_ms?: number;
}

export interface CaptureHeader {
  version: number;
  session_id: string;
  agent?: string;
  title?: string;
  started_at: string;
  /** What wrote the file, where several do. */
  writer?: string;
  cwd?: string;
  program?: string;
}
