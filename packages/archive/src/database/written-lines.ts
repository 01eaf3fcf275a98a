/** The step of the schema from which on lines that agents wrote can be found again in history. */
export const WRITTEN_LINES = `
  -- What an event put into a file: hashes of its lines and of those around them, no text. See core/src/git/written-codec.ts.
  CREATE TABLE written (
    event_id INTEGER NOT NULL,
    path_id INTEGER NOT NULL REFERENCES path (id),
    -- 1 edit, 2 new file, 3 whole file over another, 4 command.
    kind INTEGER NOT NULL,
    lines BLOB NOT NULL,
    PRIMARY KEY (event_id, path_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX written_path ON written (path_id);

  -- Commands that change files by a program (1 formats, 2 substitutes, 3 generates), and commits that were made (4).
  CREATE TABLE ran (
    event_id INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (event_id, kind, text)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX ran_commit ON ran (text) WHERE kind = 4;

  -- Events of which that is to be made anew.
  CREATE TABLE unwritten (
    event_id INTEGER PRIMARY KEY
  ) STRICT;
  INSERT INTO unwritten (event_id)
    SELECT t.event_id FROM touch t JOIN name n ON n.id = t.action WHERE n.text <> 'read'
    UNION
    SELECT e.id FROM event e JOIN name n ON n.id = e.tool WHERE n.text IN (
      'Bash', 'bash', 'shell', 'exec_command', 'shell_command', 'run_shell_command', 'execute_command', 'local_shell',
      'container.exec', 'run_command', 'Execute', 'run_terminal_cmd');

  -- Of the journal: commits that sessions are tied to. What history forgets is marked, and stays.
  CREATE TABLE git_link (
    session_key TEXT NOT NULL,
    -- git or jj.
    vcs TEXT NOT NULL,
    revision TEXT NOT NULL,
    tier TEXT NOT NULL,
    -- Folder of the repository's objects on this machine, and its canonical address.
    repository TEXT NOT NULL,
    url TEXT,
    branch TEXT,
    -- When the commit was made, by its committer, and when the link was found; milliseconds and RFC 3339.
    committed INTEGER NOT NULL,
    found TEXT NOT NULL,
    summary TEXT NOT NULL,
    -- Lines of the commit that the session wrote, and how many are in the newest commit still; null when not looked at.
    lines INTEGER NOT NULL,
    alive INTEGER,
    -- 1 when a branch or tag reaches the commit.
    reachable INTEGER NOT NULL,
    evidence TEXT NOT NULL,
    -- Files and ranges, as JSON: see core/src/git/link.ts.
    files TEXT NOT NULL,
    PRIMARY KEY (session_key, revision)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX git_link_revision ON git_link (revision);
`;
