/**
 * The archive's tables, as a list of steps: each brings the database one version forward, and none is ever changed
 * once it has been released. The originals are the truth; whatever else is kept can be made again from them.
 */
import { BLANKED } from './blanked.ts';
import { OWN_IDS } from './own-ids.ts';
import { RUNS } from './runs.ts';
import { SAVED_VIEWS } from './saved-views.ts';
import { SEVERAL_INPUTS } from './several-inputs.ts';
import { WRITTEN_LINES } from './written-lines.ts';

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
  `
  -- Where inputs come from: number 1 is this machine, others came with a backup of theirs.
  CREATE TABLE machine (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL
  ) STRICT;
  INSERT INTO machine (id, key, name) VALUES (1, lower(hex(randomblob(16))), '');

  -- One file of an agent, or the rows of one session in a database.
  CREATE TABLE next_input (
    id INTEGER PRIMARY KEY,
    machine_id INTEGER NOT NULL DEFAULT 1 REFERENCES machine (id),
    agent TEXT NOT NULL,
    path TEXT NOT NULL,
    -- Native id of the session whose rows these are; empty for files, and for a database as a whole.
    part TEXT NOT NULL DEFAULT '',
    role TEXT NOT NULL,
    kind TEXT NOT NULL,
    -- How it was recognised, and by which version of the adapter its events were made.
    dialect TEXT,
    adapter_version TEXT,
    -- What the layout says of it, as JSON.
    located TEXT,
    -- Size and time of the file when all of it had been read: a file that still has them is not opened again.
    size INTEGER,
    modified TEXT,
    -- Where reading a database goes on.
    cursor TEXT,
    first_seen TEXT NOT NULL,
    last_seen TEXT NOT NULL,
    -- Set when the agent has removed it.
    missing_since TEXT,
    -- Why it is not kept: the setting or file that excludes it, or that it was erased.
    excluded TEXT,
    UNIQUE (machine_id, path, part)
  ) STRICT;
  -- Without its size, every file is read again.
  INSERT INTO next_input (id, agent, path, role, kind, modified, first_seen, last_seen, missing_since)
    SELECT id, agent, path, role, kind, modified, first_seen, last_seen, missing_since FROM input;
  DROP TABLE input;
  ALTER TABLE next_input RENAME TO input;

  -- Packed state of the reader behind the last record that was read.
  ALTER TABLE version ADD COLUMN saved BLOB;
  -- 1 when secrets were removed from it for good: it is no longer what the agent wrote, byte for byte.
  ALTER TABLE version ADD COLUMN scrubbed INTEGER NOT NULL DEFAULT 0;
  -- Packed state of the reader at the start of the block, where reading can begin in the middle of the log.
  ALTER TABLE manifest ADD COLUMN checkpoint BLOB;

  -- Names that repeat: types, tools, statuses, models.
  CREATE TABLE name (
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL UNIQUE
  ) STRICT;

  -- Numbers that were given: they are never given again.
  CREATE TABLE counter (
    name TEXT PRIMARY KEY,
    value INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  INSERT INTO counter (name, value) VALUES ('session', 0), ('event', 0), ('change', 0);

  -- One session with its subagents.
  CREATE TABLE session (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    uuid TEXT NOT NULL UNIQUE,
    agent TEXT NOT NULL,
    machine_id INTEGER NOT NULL REFERENCES machine (id),
    native_id TEXT,
    title TEXT,
    -- What was asked first, for sessions without a title.
    first_words TEXT,
    project TEXT,
    repository TEXT,
    branch TEXT,
    agent_version TEXT,
    state TEXT,
    lineage_kind TEXT,
    lineage_of TEXT,
    -- First and last recorded time, in milliseconds since 1970.
    started INTEGER,
    ended INTEGER,
    last_seq INTEGER NOT NULL DEFAULT 0,
    events INTEGER NOT NULL DEFAULT 0,
    messages INTEGER NOT NULL DEFAULT 0,
    tool_calls INTEGER NOT NULL DEFAULT 0,
    errors INTEGER NOT NULL DEFAULT 0,
    unparsed INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX session_ended ON session (ended);
  CREATE INDEX session_native ON session (native_id);

  -- One agent of a session as one input tells it: the session's own file, a subagent's, a part of a mixed stream.
  CREATE TABLE thread (
    id INTEGER PRIMARY KEY,
    input_id INTEGER NOT NULL REFERENCES input (id),
    -- Which of the sessions in the input: empty for the input's own.
    part TEXT NOT NULL,
    native_id TEXT,
    session_id INTEGER NOT NULL REFERENCES session (id),
    -- Whether it is a subagent's.
    subagent INTEGER NOT NULL,
    facts TEXT NOT NULL,
    -- How often the input has been read from its beginning: events of an earlier pass are no longer in it.
    pass INTEGER NOT NULL DEFAULT 1,
    UNIQUE (input_id, part)
  ) STRICT;
  CREATE INDEX thread_session ON thread (session_id);
  CREATE INDEX thread_native ON thread (native_id);

  -- Events that a thread added at one time: their numbers and their logSeqs, both without gaps.
  CREATE TABLE run (
    first INTEGER PRIMARY KEY,
    count INTEGER NOT NULL,
    session_id INTEGER NOT NULL REFERENCES session (id),
    thread_id INTEGER NOT NULL REFERENCES thread (id),
    seq INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX run_session ON run (session_id, seq);
  CREATE INDEX run_thread ON run (thread_id);

  -- One event: where to read it, and what lists and filters need. Numbered in the order of arrival.
  CREATE TABLE event (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL,
    -- A log's event is among those that reading from the block at \`start\` adds. An event of a document or of
    -- rows is in the latest version, unless \`version_id\` names the earlier one that it was last seen in.
    version_id INTEGER,
    start INTEGER,
    type INTEGER NOT NULL,
    time INTEGER NOT NULL,
    tool INTEGER,
    status INTEGER,
    model INTEGER,
    flags INTEGER NOT NULL,
    pass INTEGER NOT NULL DEFAULT 1,
    -- Fingerprint of the content, where the input is read again as a whole.
    body INTEGER,
    -- Number of its last change since it was written first.
    changed INTEGER
  ) STRICT;
  CREATE INDEX event_key ON event (key);
  CREATE INDEX event_changed ON event (changed) WHERE changed IS NOT NULL;

  -- What later blocks of a log changed in an event, as JSON: the operations, in order.
  CREATE TABLE overlay (
    event_id INTEGER NOT NULL,
    version_id INTEGER NOT NULL,
    start INTEGER NOT NULL,
    operations TEXT NOT NULL,
    PRIMARY KEY (event_id, version_id, start)
  ) STRICT, WITHOUT ROWID;

  -- Events whose own id was taken: the key that the nth event added by the unit at \`start\` got instead.
  CREATE TABLE renamed (
    version_id INTEGER NOT NULL,
    start INTEGER NOT NULL,
    nth INTEGER NOT NULL,
    key TEXT NOT NULL,
    PRIMARY KEY (version_id, start, nth)
  ) STRICT, WITHOUT ROWID;

  -- What the universal stream has told of a session, in blocks: which event, by its logSeq, became what. No content.
  CREATE TABLE universal_block (
    session_id INTEGER NOT NULL REFERENCES session (id),
    -- Sequence of the first in it.
    first INTEGER NOT NULL,
    tellings BLOB NOT NULL,
    PRIMARY KEY (session_id, first)
  ) STRICT, WITHOUT ROWID;

  -- Where that goes on: the last sequence, the events and the changes of events up to which all was told.
  CREATE TABLE universal_log (
    session_id INTEGER PRIMARY KEY REFERENCES session (id),
    sequence INTEGER NOT NULL,
    log_seq INTEGER NOT NULL,
    change INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    state BLOB NOT NULL
  ) STRICT;

  -- The text of each event for search; the index holds none of it. \`parts\` has the words inside identifiers.
  CREATE VIRTUAL TABLE event_text USING fts5 (
    body, parts, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
  );
  -- Terms that are gathered in memory before they are written: fewer, larger pieces to be merged later.
  INSERT INTO event_text (event_text, rank) VALUES ('hashsize', 50331648);

  -- Tokens of one response in one session. Of several sessions with the same response the earliest owns it.
  CREATE TABLE usage (
    session_id INTEGER NOT NULL,
    response TEXT NOT NULL,
    agent INTEGER NOT NULL,
    event_id INTEGER NOT NULL,
    model INTEGER,
    time INTEGER NOT NULL,
    scope INTEGER NOT NULL,
    subagent INTEGER NOT NULL,
    -- 1: counts here. 0: counts in another session. 2: inherited, though no copy of it was found where it comes from.
    -- 3: the total of a turn or session whose responses are counted.
    own INTEGER NOT NULL,
    -- The match with the other session rests on time, model and numbers, not on an id.
    inferred INTEGER NOT NULL DEFAULT 0,
    -- The agent itself calls it inherited.
    inherited INTEGER NOT NULL DEFAULT 0,
    input INTEGER NOT NULL,
    output INTEGER NOT NULL,
    cache_read INTEGER NOT NULL,
    cache_write_5m INTEGER NOT NULL,
    cache_write_1h INTEGER NOT NULL,
    reasoning INTEGER NOT NULL,
    PRIMARY KEY (session_id, response)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX usage_response ON usage (response, agent);
  CREATE INDEX usage_time ON usage (time);
  CREATE INDEX usage_event ON usage (event_id);

  -- The same, summed up by quarters of an hour: reports read a tenth of the rows.
  CREATE TABLE usage_sum (
    session_id INTEGER NOT NULL,
    -- Quarters of an hour since 1970.
    slot INTEGER NOT NULL,
    -- 0 where the model is not named.
    model INTEGER NOT NULL,
    -- How many steps of size the input of each of the responses is past: prices depend on it.
    size INTEGER NOT NULL,
    subagent INTEGER NOT NULL,
    own INTEGER NOT NULL,
    inferred INTEGER NOT NULL,
    responses INTEGER NOT NULL,
    input INTEGER NOT NULL,
    output INTEGER NOT NULL,
    cache_read INTEGER NOT NULL,
    cache_write_5m INTEGER NOT NULL,
    cache_write_1h INTEGER NOT NULL,
    reasoning INTEGER NOT NULL,
    -- The largest input of a response, with what was cached.
    largest INTEGER NOT NULL,
    PRIMARY KEY (session_id, slot, model, size, subagent, own, inferred)
  ) STRICT, WITHOUT ROWID;

  -- How long a tool ran, in milliseconds, by the event of its call.
  CREATE TABLE tool_time (
    event_id INTEGER PRIMARY KEY,
    ms INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE path (
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL UNIQUE
  ) STRICT;

  -- Files that an event is about.
  CREATE TABLE touch (
    path_id INTEGER NOT NULL REFERENCES path (id),
    event_id INTEGER NOT NULL,
    action INTEGER NOT NULL,
    PRIMARY KEY (path_id, event_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX touch_event ON touch (event_id);

  -- Trouble in an input, with its place.
  CREATE TABLE problem (
    id INTEGER PRIMARY KEY,
    input_id INTEGER NOT NULL REFERENCES input (id),
    kind TEXT NOT NULL,
    message TEXT NOT NULL,
    line INTEGER,
    start INTEGER,
    stop INTEGER,
    pointer TEXT
  ) STRICT;
  CREATE INDEX problem_input ON problem (input_id);

  -- The journal: what cannot be made again from originals. Rebuilding never touches it, backups include it.
  CREATE TABLE known_session (
    key TEXT PRIMARY KEY,
    number INTEGER NOT NULL UNIQUE,
    uuid TEXT NOT NULL UNIQUE,
    generation INTEGER NOT NULL DEFAULT 1,
    starred TEXT,
    erased TEXT
  ) STRICT, WITHOUT ROWID;

  -- What was erased and must not come back: keyed hashes of the names of inputs and sessions, by the session's id.
  CREATE TABLE erased (
    hash TEXT PRIMARY KEY,
    session TEXT NOT NULL,
    at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE tag (
    session_key TEXT NOT NULL,
    tag TEXT NOT NULL,
    added TEXT NOT NULL,
    PRIMARY KEY (session_key, tag)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE note (
    id TEXT PRIMARY KEY,
    session_key TEXT NOT NULL,
    event_key TEXT,
    text TEXT NOT NULL,
    written TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- What left the machine: when, to where, by which profile.
  CREATE TABLE shared (
    id TEXT PRIMARY KEY,
    session_key TEXT NOT NULL,
    generation INTEGER NOT NULL,
    at TEXT NOT NULL,
    destination TEXT NOT NULL,
    format TEXT NOT NULL,
    profile TEXT NOT NULL,
    last_seq INTEGER NOT NULL,
    hash TEXT NOT NULL,
    receipt TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- Keyed hashes of what was removed for good, so that it does not come back from an agent's file.
  CREATE TABLE scrubbed (
    hash TEXT PRIMARY KEY,
    rule TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- Files that hold copies of the archive and that erasing must reach.
  CREATE TABLE backup (
    path TEXT PRIMARY KEY,
    made TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  SAVED_VIEWS,
  SEVERAL_INPUTS,
  WRITTEN_LINES,
  OWN_IDS,
  BLANKED,
  RUNS,
];
