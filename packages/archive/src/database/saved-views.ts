/** The step of the schema from which on views are saved, and subagents inside a log are counted. */
export const SAVED_VIEWS = `
  -- Events of subagents inside another agent's input, which lists count; most sessions have none. See SOURCE_UNIT.
  CREATE INDEX event_inline ON event (id, flags) WHERE flags >= 256;

  -- Of the journal: views of the page that are kept by name.
  CREATE TABLE saved_view (
    name TEXT PRIMARY KEY,
    address TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `;
