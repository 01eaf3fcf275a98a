/** The step of the schema from which on several inputs tell of one session. */
export const SEVERAL_INPUTS = `
  -- Where an input comes from, as the user calls it; and whether it was brought by hand rather than found.
  ALTER TABLE input ADD COLUMN origin TEXT;
  ALTER TABLE input ADD COLUMN elsewhere INTEGER NOT NULL DEFAULT 0;

  -- How good a witness the input is: what a better one says of an event holds. See core/src/reading/witness.ts.
  ALTER TABLE thread ADD COLUMN rank INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE usage ADD COLUMN rank INTEGER NOT NULL DEFAULT 0;
  -- Time of the result, where the time was not measured.
  ALTER TABLE tool_time ADD COLUMN until INTEGER;

  -- Where further inputs of the session tell of an event, with the columns of \`event\` for places.
  CREATE TABLE account (
    event_id INTEGER NOT NULL,
    thread_id INTEGER NOT NULL REFERENCES thread (id),
    version_id INTEGER,
    start INTEGER,
    body INTEGER,
    pass INTEGER NOT NULL,
    PRIMARY KEY (event_id, thread_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX account_thread ON account (thread_id);

  -- Events whose columns, words and tokens are to be made anew from all that is told of them.
  CREATE TABLE unjoined (
    event_id INTEGER PRIMARY KEY,
    change INTEGER NOT NULL
  ) STRICT;

  -- Of the journal: ids and numbers of sessions that turned out to be others.
  CREATE TABLE session_alias (
    uuid TEXT PRIMARY KEY,
    number INTEGER,
    session_key TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  UPDATE input SET elsewhere = 1 WHERE agent = 'import';
  UPDATE thread SET rank = (
    SELECT iif(i.agent IN ('import', 'run'), 3, iif(s.key LIKE '%,"live"]', 1, 0))
      + iif(i.elsewhere = 1 OR i.machine_id <> 1, 4, 0)
    FROM input i, session s WHERE i.id = thread.input_id AND s.id = thread.session_id);
  UPDATE usage SET rank = coalesce((
    SELECT t.rank FROM run r JOIN thread t ON t.id = r.thread_id
    WHERE r.first <= usage.event_id AND usage.event_id < r.first + r.count ORDER BY r.first DESC LIMIT 1), 0);
`;
