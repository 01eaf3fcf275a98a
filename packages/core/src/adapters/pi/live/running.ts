/** What is remembered of a running agent, beside what a session file needs. */
import type { Native } from '../native.ts';

export interface Running {
  /** The message under way. */
  message?: MessageUnderWay;
  /** Event of the turn under way, and of the last one that failed. */
  turn?: string;
  failed?: string;
  /** Commands and questions that wait for an answer: key, event and command. */
  asked: Asked[];
  /** A compaction was told of since the command for it. */
  compacted?: boolean;
  nativeId?: string;
}

export interface MessageUnderWay {
  /** Id of its first event. */
  base: string;
  /** When it began. */
  time?: string;
  /** Blocks that have an event already, by index. */
  blocks: number[];
  /** Everything in it was read when it began. */
  whole?: boolean;
}

export interface Asked {
  k: string;
  event: string;
  type: string;
}

export const MAX_ASKED = 64;

/** A recording of both directions wraps each message: `{t, dir: "in" | "out" | "exit", msg}`. */
export function unwrap(value: Native): { message: Native; direction?: string } {
  const { dir, msg } = value;
  if (typeof dir !== 'string' || typeof msg !== 'object' || msg === null || Array.isArray(msg))
    return { message: value };
  return { message: msg, direction: dir };
}
