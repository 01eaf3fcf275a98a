/** One reader for each table whose rows are read whole: which columns they have, and what is in them. */
import { bytes, flag, integer, integerOrNull, rowReader, text, textOrNull } from '../database/row-shape.ts';

export const inputRow = rowReader({
  id: integer,
  machine_id: integer,
  agent: text,
  path: text,
  part: text,
  role: text,
  kind: text,
  dialect: textOrNull,
  adapter_version: textOrNull,
  located: textOrNull,
  size: integerOrNull,
  modified: textOrNull,
  cursor: textOrNull,
  first_seen: text,
  missing_since: textOrNull,
  excluded: textOrNull,
  origin: textOrNull,
  elsewhere: flag,
});

export const versionRow = rowReader({ id: integer, number: integer, bytes: integer, scrubbed: flag });

/** Where a block begins in a version. */
export const placeRow = rowReader({ start: integer, block_id: integer });

export const blockRow = rowReader({ id: integer, hash: bytes });

export const threadRow = rowReader({
  id: integer,
  input_id: integer,
  session_id: integer,
  part: text,
  subagent: flag,
  pass: integer,
  rank: integer,
  facts: text,
});

export const eventRow = rowReader({
  id: integer,
  key: text,
  version_id: integerOrNull,
  start: integerOrNull,
  type: integer,
  time: integer,
  tool: integerOrNull,
  status: integerOrNull,
  model: integerOrNull,
  flags: integer,
  pass: integer,
  body: integerOrNull,
});
export type EventRow = ReturnType<typeof eventRow>;

export const usageRow = rowReader({
  session_id: integer,
  response: text,
  agent: integer,
  event_id: integer,
  model: integerOrNull,
  time: integer,
  scope: integer,
  subagent: integer,
  rank: integer,
  own: integer,
  inferred: integer,
  inherited: integer,
  input: integer,
  output: integer,
  cache_read: integer,
  cache_write_5m: integer,
  cache_write_1h: integer,
  reasoning: integer,
});
export type UsageRow = ReturnType<typeof usageRow>;

/** What somebody may mean by a session's name. */
export const sessionRow = rowReader({
  id: integer,
  key: text,
  uuid: text,
  agent: text,
  machine_id: integer,
  native_id: textOrNull,
  title: textOrNull,
  first_words: textOrNull,
  project: textOrNull,
  started: integerOrNull,
  ended: integerOrNull,
});

export const sharedRow = rowReader({
  id: text,
  session_key: text,
  generation: integer,
  at: text,
  destination: text,
  format: text,
  profile: text,
  last_seq: integer,
  hash: text,
  receipt: text,
});

export const noteRow = rowReader({
  id: text,
  session_key: text,
  event_key: textOrNull,
  text,
  written: text,
});
