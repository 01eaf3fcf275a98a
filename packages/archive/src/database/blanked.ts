/** The step of the schema from which on one session can be erased from an input that holds others. */
export const BLANKED = `
  -- Stretches of an input that were written over: they were of a session that was erased, while others in it stay.
  CREATE TABLE blanked (
    input_id INTEGER NOT NULL,
    start INTEGER NOT NULL,
    stop INTEGER NOT NULL,
    -- Id of the erased session.
    session TEXT NOT NULL,
    PRIMARY KEY (input_id, start)
  ) STRICT, WITHOUT ROWID;

  -- Inputs that have got more of an erased session since, which is to be written over, too.
  CREATE TABLE unblanked (
    input_id INTEGER PRIMARY KEY
  ) STRICT;
`;
