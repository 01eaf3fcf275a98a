/** What is remembered of a running agent, beside what a session file needs. */

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
  /** The session that the stream is of now, and the one that it began with. */
  nativeId?: string;
  first?: string;
  /** How often it left a session for another. */
  switches?: number;
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
