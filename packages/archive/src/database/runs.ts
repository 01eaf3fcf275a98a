/** The step of the schema from which on runs of flows are known as such. All of it but marks is made from originals. */
export const RUNS = `
  -- One run: a folder with a description, a log, and a transcript and a receipt for each agent in each step.
  CREATE TABLE flow_run (
    id INTEGER PRIMARY KEY,
    -- Keyed by machine and folder.
    key TEXT NOT NULL UNIQUE,
    machine_id INTEGER NOT NULL REFERENCES machine (id),
    folder TEXT NOT NULL,
    -- Name of the folder: the id of the run.
    name TEXT NOT NULL,
    title TEXT,
    description TEXT,
    status TEXT NOT NULL,
    backend TEXT,
    -- 1 when a step was answered by a stub.
    stub INTEGER NOT NULL,
    -- As its own files say.
    exemplar INTEGER NOT NULL,
    -- RFC 3339: when it began, as far as that is known. Lists are in this order.
    time TEXT NOT NULL,
    started TEXT,
    completed TEXT,
    steps INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    prompt INTEGER NOT NULL,
    completion INTEGER NOT NULL,
    total INTEGER NOT NULL,
    error TEXT,
    -- The rest, as JSON.
    detail TEXT NOT NULL
  ) STRICT;
  CREATE INDEX flow_run_name ON flow_run (name);
  CREATE INDEX flow_run_folder ON flow_run (folder);
  CREATE INDEX flow_run_time ON flow_run (time DESC, name DESC);

  -- Ids that the files of a run give it, where they differ from the name of its folder.
  CREATE TABLE flow_run_alias (
    alias TEXT NOT NULL,
    run_id INTEGER NOT NULL REFERENCES flow_run (id),
    PRIMARY KEY (alias, run_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX flow_run_alias_run ON flow_run_alias (run_id);

  -- Flows that a run has, or is to have.
  CREATE TABLE flow_run_flow (
    run_id INTEGER NOT NULL REFERENCES flow_run (id),
    flow TEXT NOT NULL,
    PRIMARY KEY (run_id, flow)
  ) STRICT, WITHOUT ROWID;

  -- One agent's part in one step.
  CREATE TABLE flow_step (
    run_id INTEGER NOT NULL REFERENCES flow_run (id),
    n INTEGER NOT NULL,
    flow TEXT NOT NULL,
    step TEXT NOT NULL,
    agent TEXT,
    engine TEXT,
    model TEXT,
    status TEXT NOT NULL,
    stub INTEGER NOT NULL,
    started TEXT,
    completed TEXT,
    duration_ms INTEGER,
    iterations INTEGER NOT NULL,
    prompt INTEGER,
    completion INTEGER,
    total INTEGER,
    error TEXT,
    session_id INTEGER,
    detail TEXT NOT NULL,
    PRIMARY KEY (run_id, n)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX flow_step_session ON flow_step (session_id);

  -- Files of a run, with their hash for as long as they stay the same.
  CREATE TABLE flow_run_file (
    run_id INTEGER NOT NULL REFERENCES flow_run (id),
    path TEXT NOT NULL,
    input_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    version_id INTEGER,
    bytes INTEGER NOT NULL,
    hash TEXT,
    versions INTEGER NOT NULL,
    PRIMARY KEY (run_id, path)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX flow_run_file_input ON flow_run_file (input_id);

  -- Of the journal: runs that somebody marked as examples, or no longer.
  CREATE TABLE run_mark (
    key TEXT PRIMARY KEY,
    exemplar INTEGER NOT NULL,
    at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- Inputs of runs that have changed since their run was described.
  CREATE TABLE unread_run (
    input_id INTEGER PRIMARY KEY,
    change INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TRIGGER run_input_changed AFTER UPDATE OF size, modified, missing_since, machine_id ON input
    WHEN new.agent = 'run' BEGIN
      INSERT INTO unread_run (input_id) VALUES (new.id) ON CONFLICT (input_id) DO UPDATE SET change = change + 1;
    END;
  CREATE TRIGGER run_input_scrubbed AFTER UPDATE OF scrubbed ON version
    WHEN (SELECT agent FROM input WHERE id = new.input_id) = 'run' BEGIN
      INSERT INTO unread_run (input_id) VALUES (new.input_id)
        ON CONFLICT (input_id) DO UPDATE SET change = change + 1;
    END;
  -- Nothing that was said of a run stays when a file of it is erased; it is described anew from those that stay.
  CREATE TRIGGER run_input_erased BEFORE DELETE ON input WHEN old.agent = 'run' BEGIN
    INSERT INTO unread_run (input_id)
      SELECT other.input_id FROM flow_run_file own JOIN flow_run_file other ON other.run_id = own.run_id
      WHERE own.input_id = old.id AND other.input_id <> old.id
      ON CONFLICT (input_id) DO UPDATE SET change = change + 1;
    DELETE FROM unread_run WHERE input_id = old.id;
    DELETE FROM flow_step WHERE run_id IN (SELECT run_id FROM flow_run_file WHERE input_id = old.id);
    DELETE FROM flow_run_alias WHERE run_id IN (SELECT run_id FROM flow_run_file WHERE input_id = old.id);
    DELETE FROM flow_run_flow WHERE run_id IN (SELECT run_id FROM flow_run_file WHERE input_id = old.id);
    UPDATE flow_run SET key = '-' || id
      WHERE id IN (SELECT run_id FROM flow_run_file WHERE input_id = old.id);
    DELETE FROM flow_run_file WHERE run_id IN (SELECT id FROM flow_run WHERE key = '-' || id);
    DELETE FROM flow_run WHERE key = '-' || id;
  END;
  INSERT INTO unread_run (input_id) SELECT id FROM input WHERE agent = 'run';
`;
