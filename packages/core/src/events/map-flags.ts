/** Bits of `columns.flags` in a session's map. Apart from the schemas, so that a page can have them without those. */
export const MAP_FLAGS = {
  error: 1,
  hidden: 2,
  withdrawn: 4,
  subagent: 8,
  /** A prompt of the user: a turn starts. */
  turn: 16,
  edit: 32,
  compaction: 64,
  /** A permission was asked for, or a question put. */
  waits: 128,
} as const;
