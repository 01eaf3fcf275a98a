/** Which tools the steps of a run used, counted in the events of their sessions. */
import { FLAGS } from '@hansard/core/events/event-facts.ts';
import type { RunKey, RunToolRow } from '@hansard/core/store/runs.ts';
import { integer, rowReader, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';

const readRow = rowReader({ step: integer, tool: text, calls: integer, outputs: integer, failures: integer });

const typeId = (type: string) => `(SELECT id FROM name WHERE text = '${type}')`;

/** Steps are numbered as `detail` lists them. What the agent took back counts no more. A type that no event has has no id: `IS`. */
const TOOL_ROWS = `
  WITH part AS (
    SELECT row_number() OVER (ORDER BY p.n) - 1 AS step, p.session_id
    FROM flow_step p JOIN flow_run f ON f.id = p.run_id WHERE f.key = ?
  ), used AS (
    SELECT p.step, e.tool, sum(e.type IS ${typeId('tool_call')}) AS calls, sum(e.type IS ${typeId('tool_result')}) AS outputs,
      sum(e.flags & ${FLAGS.error} <> 0) AS failures
    FROM part p JOIN run r ON r.session_id = p.session_id JOIN event e ON e.id BETWEEN r.first AND r.first + r.count - 1
    WHERE e.type IN (${typeId('tool_call')}, ${typeId('tool_result')}) AND e.flags & ${FLAGS.withdrawn} = 0
    GROUP BY p.step, e.tool
  )
  SELECT u.step, coalesce(n.text, '') AS tool, u.calls, u.outputs, u.failures
  FROM used u LEFT JOIN name n ON n.id = u.tool
  ORDER BY u.calls DESC, u.step, 2 LIMIT ?`;

export const toolRows = (sql: Sql, run: RunKey, most: number): RunToolRow[] =>
  sql.all(TOOL_ROWS, run, most).map(readRow);
