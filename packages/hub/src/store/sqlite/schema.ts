/** The tables of a hub in SQLite, as steps from one version to the next. A step that was released never changes. */
export const SQLITE_STEPS: readonly string[] = [
  `
  CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
  INSERT INTO counter VALUES ('change', 0), ('removals', 0);
  CREATE TABLE project (
    no INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, visibility TEXT NOT NULL, policy TEXT NOT NULL);
  CREATE TABLE access_key (
    no INTEGER PRIMARY KEY, key_id TEXT NOT NULL UNIQUE, secret_hash TEXT NOT NULL, cookie_hash TEXT NOT NULL UNIQUE,
    role TEXT NOT NULL, project INTEGER REFERENCES project, pseudonym TEXT NOT NULL, name TEXT,
    made INTEGER NOT NULL, expires INTEGER, revoked INTEGER, last_used INTEGER);
  CREATE TABLE invite (
    hash TEXT PRIMARY KEY, role TEXT NOT NULL, project INTEGER REFERENCES project, expires INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE transcript (
    no INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, key INTEGER NOT NULL REFERENCES access_key,
    project INTEGER NOT NULL REFERENCES project, generation INTEGER NOT NULL, root TEXT NOT NULL, received INTEGER NOT NULL,
    bytes INTEGER NOT NULL, change INTEGER NOT NULL, agent TEXT NOT NULL, retracted INTEGER,
    facts TEXT, head BLOB, places BLOB, tally BLOB, receipt TEXT);
  CREATE INDEX transcript_change ON transcript (change);
  CREATE INDEX transcript_key ON transcript (key, received);
  CREATE TABLE segment (
    no INTEGER PRIMARY KEY, transcript INTEGER NOT NULL REFERENCES transcript, hash TEXT NOT NULL, position INTEGER NOT NULL,
    bytes INTEGER NOT NULL, time INTEGER NOT NULL, body BLOB NOT NULL, facts BLOB NOT NULL, UNIQUE (transcript, hash));
  CREATE TABLE staged (
    key INTEGER NOT NULL REFERENCES access_key, hash TEXT NOT NULL, bytes INTEGER NOT NULL, time INTEGER NOT NULL,
    body BLOB NOT NULL, facts BLOB NOT NULL, words BLOB NOT NULL, received INTEGER NOT NULL, PRIMARY KEY (key, hash));
  CREATE TABLE sum (
    transcript INTEGER NOT NULL REFERENCES transcript, week INTEGER NOT NULL, model TEXT NOT NULL, tool TEXT NOT NULL,
    responses INTEGER NOT NULL, calls INTEGER NOT NULL, errors INTEGER NOT NULL, input INTEGER NOT NULL,
    output INTEGER NOT NULL, cache_read INTEGER NOT NULL, cache_write INTEGER NOT NULL,
    PRIMARY KEY (transcript, week, model, tool)) WITHOUT ROWID;
  CREATE TABLE told (transcript INTEGER PRIMARY KEY REFERENCES transcript, place TEXT NOT NULL, tellings BLOB NOT NULL);
  CREATE TABLE log (no INTEGER PRIMARY KEY, at INTEGER NOT NULL, kind TEXT NOT NULL, data TEXT NOT NULL);
  CREATE TABLE content_read (
    transcript INTEGER NOT NULL REFERENCES transcript, key INTEGER NOT NULL REFERENCES access_key, day INTEGER NOT NULL,
    reads INTEGER NOT NULL, PRIMARY KEY (transcript, key, day)) WITHOUT ROWID;
  CREATE VIRTUAL TABLE words USING fts5(body, content='', contentless_delete=1, detail=none, tokenize='ascii');
  INSERT INTO project (name, visibility, policy) VALUES ('default', 'readers', '{}');
  `,
  // Bodies in packs elsewhere, and what was removed and is left on the disk.
  `
  ALTER TABLE segment ADD COLUMN object TEXT;
  ALTER TABLE segment ADD COLUMN start INTEGER;
  ALTER TABLE segment ADD COLUMN length INTEGER;
  CREATE INDEX segment_object ON segment (object) WHERE object IS NOT NULL;
  CREATE TABLE pack (object TEXT PRIMARY KEY, made INTEGER NOT NULL, used INTEGER NOT NULL, bytes INTEGER NOT NULL);
  INSERT INTO counter VALUES ('settled', 0);
  `,
  // People who chose to be known, share links, quotas, browsers that signed in, and webhooks.
  `
  CREATE TABLE person (
    no INTEGER PRIMARY KEY, issuer TEXT NOT NULL, subject TEXT NOT NULL, name TEXT, made INTEGER NOT NULL,
    UNIQUE (issuer, subject));
  ALTER TABLE access_key ADD COLUMN person INTEGER;
  ALTER TABLE access_key ADD COLUMN transcript INTEGER;
  ALTER TABLE access_key ADD COLUMN made_by INTEGER;
  ALTER TABLE access_key ADD COLUMN quota TEXT;
  CREATE INDEX access_key_person ON access_key (person) WHERE person IS NOT NULL;
  CREATE INDEX access_key_transcript ON access_key (transcript) WHERE transcript IS NOT NULL;
  CREATE TABLE browser (
    hash TEXT PRIMARY KEY, key INTEGER NOT NULL REFERENCES access_key, expires INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE webhook (
    no INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, url TEXT NOT NULL, secret TEXT NOT NULL, kinds TEXT NOT NULL, made INTEGER NOT NULL,
    place INTEGER NOT NULL, due INTEGER NOT NULL, tries INTEGER NOT NULL, trouble TEXT);
  `,
  // What the same bytes were accepted as, and which segments have no day among their words.
  `
  ALTER TABLE transcript ADD COLUMN sent TEXT;
  CREATE INDEX transcript_sent ON transcript (sent) WHERE sent IS NOT NULL;
  CREATE INDEX segment_time ON segment (time);
  INSERT INTO counter VALUES ('dayless', (SELECT coalesce(max(no), 0) FROM segment));
  `,
];
