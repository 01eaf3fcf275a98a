/**
 * The archive's tables, as a list of steps: each brings the database one version forward, and none is ever changed
 * once it has been released. The originals are the truth; whatever else is kept can be made again from them.
 */
export const MIGRATIONS: readonly string[] = [
  `
  -- One file of an agent: a session, a subagent's log, or a side file.
  CREATE TABLE input (
    id INTEGER PRIMARY KEY,
    agent TEXT NOT NULL,
    path TEXT NOT NULL UNIQUE,
    role TEXT NOT NULL,
    kind TEXT NOT NULL,
    -- Size and time of the file when all of it had been read: a file that still has them is not opened again.
    size INTEGER,
    modified TEXT,
    first_seen TEXT NOT NULL,
    last_seen TEXT NOT NULL,
    -- Set when the agent has removed the file.
    missing_since TEXT
  ) STRICT;

  -- The contents of a file. Growing goes on with the same version; a rewritten file begins another.
  CREATE TABLE version (
    id INTEGER PRIMARY KEY,
    input_id INTEGER NOT NULL REFERENCES input (id),
    number INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    begun TEXT NOT NULL,
    UNIQUE (input_id, number)
  ) STRICT;

  -- Compressed bytes, kept once however many files hold them.
  CREATE TABLE block (
    id INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    codec INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    uses INTEGER NOT NULL,
    data BLOB NOT NULL
  ) STRICT;

  -- Which blocks make up a version, in order.
  CREATE TABLE manifest (
    version_id INTEGER NOT NULL REFERENCES version (id),
    start INTEGER NOT NULL,
    block_id INTEGER NOT NULL REFERENCES block (id),
    PRIMARY KEY (version_id, start)
  ) STRICT, WITHOUT ROWID;
  `,
];
