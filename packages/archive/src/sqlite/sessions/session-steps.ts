/**
 * The steps of runs that a session is. A step that ran several times has files of the earlier times beside those of the
 * last, with `@` and a number: they are sessions of that step, too.
 */
const LAST = 'SELECT p.run_id, p.n FROM flow_step p WHERE p.session_id = session.id';

/** The name of the step's transcript, as far as the engine. */
const STEM = `substr(p.detail ->> '$.transcript', 1, length(p.detail ->> '$.transcript') - length('.jsonl'))`;

const EARLIER = `SELECT p.run_id, p.n FROM thread t JOIN flow_run_file f ON f.input_id = t.input_id
  JOIN flow_step p ON p.run_id = f.run_id
  WHERE t.session_id = session.id AND f.kind = 'transcript' AND substr(f.path, 1, length(${STEM}) + 1) = ${STEM} || '@'`;

/** What comes behind FROM, about a row of `session`: each step as `p`, with its run as `r`. */
export const STEPS_OF_SESSION = `(${LAST} UNION ALL ${EARLIER}) AS own
  JOIN flow_step p ON p.run_id = own.run_id AND p.n = own.n JOIN flow_run r ON r.id = p.run_id`;
