/** The step of the schema from which on what streams with ids of their own tell of is joined with the log's. */
export const OWN_IDS = `
  -- 0: ids of events are those of the agent's log. 1: those of texts are not. 2: not even those of calls.
  ALTER TABLE thread ADD COLUMN own_ids INTEGER NOT NULL DEFAULT 0;
  -- What the thread calls the event, where that is another id.
  ALTER TABLE account ADD COLUMN key TEXT;
  CREATE INDEX account_key ON account (key) WHERE key IS NOT NULL;
  CREATE INDEX account_renamed ON account (thread_id) WHERE key IS NOT NULL;

  -- Sessions in which such a stream, or what it is joined with, has changed.
  CREATE TABLE unaligned (
    session_id INTEGER PRIMARY KEY,
    change INTEGER NOT NULL
  ) STRICT;
  -- Which threads these are is found by the dialects of their inputs, once.
  INSERT INTO counter (name, value) VALUES ('unmarked', 1);
`;
